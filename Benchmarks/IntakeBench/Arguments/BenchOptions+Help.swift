extension BenchOptions {
  static let help = """
    Measures intake beside what people use for a part of its work.

    USAGE: intake-bench run [OPTION...]      times, figures and goals
           intake-bench counts [OPTION...]   counts against the baseline of this toolchain
           intake-bench photos NUMBER SIZE   files to measure by other means; prints their folder

    OPTIONS of run:
      --scenario LIST    These, such as a,b,responsiveness (see below); otherwise those that have a goal.
      --full             All scenarios, every combination of durability and jobs, and the largest inputs.
      --runs N           Runs that count, of each contestant (5); one more before them does not.
      --durability LIST  Only these of none,group,each.
      --jobs LIST        Only these numbers of files read at once (1,2,4,8,16).
      --scale PERCENT    Smaller inputs, to try a scenario; goals mean nothing then.
      --json FILE        Also write the report as JSON, which 'intake evidence export --figures' takes.
      --html FILE        Also write it as a page with charts.
      --markdown FILE    Also write its table in Markdown.

    OPTIONS of counts:
      --baseline FILE    The baseline (Benchmarks/Baselines/\(toolchain).json).
      --write            Write the baseline anew from what is counted now.

    OPTIONS of both:
      --tools DIR        The programs that 'make bench-tools' builds (.build/bench-tools).
      --help             Show this.

    The variable BENCH_FOLDER names the folder of inputs, which are kept, and outputs, which are not
    (.build/bench); INTAKE_SHARED one with real files (../shared). The exit status is 1 if a scenario
    failed or a count rose, and 0 otherwise, whatever the times are.

    SCENARIOS:
    \(Scenario.allCases.map { "  \($0.rawValue): \($0.title)\($0.hasGoal ? "" : " (no goal)")" }.joined(separator: "\n"))

    """
}

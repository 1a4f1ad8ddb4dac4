extension TypeMatrix {
  /// How the page looks on a screen, in the dark, and on paper.
  ///
  /// It holds neither `<` nor `&`, which an XML parser would act on.
  package static let styleSheet = """
    :root { color-scheme: light dark; --line: #c8c8cc; --good: #0a5c2b; --bad: #a40e16; --doubt: #7a4b00;
      --quiet: #55555c; }
    @media (prefers-color-scheme: dark) { :root { --line: #48484e; --good: #6fd08f; --bad: #ff8f8a;
      --doubt: #f0b95a; --quiet: #a5a5ad; } }
    body { font: 14px/1.45 system-ui, sans-serif; margin: 2rem; }
    h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
    table { border-collapse: collapse; width: 100%; } table.totals { width: auto; }
    th, td { border: 1px solid var(--line); padding: .35rem .5rem; text-align: left; vertical-align: top; }
    h1, h2, p, li, dt, dd { overflow-wrap: anywhere; } td p, td li { overflow-wrap: normal; }
    .scroll { overflow-x: auto; max-width: 100%; }
    th { font-weight: 600; } thead th { position: sticky; top: 0; background: Canvas; }
    td.number { text-align: right; font-variant-numeric: tabular-nums; }
    td p, td ul { margin: .3rem 0 0; font-size: .85rem; } td ul { padding-left: 1.1rem; }
    code { font-family: ui-monospace, monospace; font-size: .9em; }
    small, .superseded { color: var(--quiet); } .superseded { text-decoration: line-through; }
    .pass strong, dt.pass, p.pass { color: var(--good); } .fail strong, dt.fail, p.fail { color: var(--bad); }
    .differs strong, dt.differs, .stale strong, dt.stale { color: var(--doubt); }
    .not-tested strong, dt.not-tested { color: var(--quiet); }
    tbody.red th[scope=row] { border-left: 4px solid var(--bad); }
    .overall { font-weight: 600; font-size: 1.1rem; }
    dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .2rem 1rem; } dd { margin: 0; }
    @media print {
      @page { size: A4 landscape; margin: 12mm; }
      :root { color-scheme: light; --line: #999999; --good: #0a5c2b; --bad: #a40e16; --doubt: #7a4b00;
        --quiet: #444444; }
      .scroll { overflow: visible; }
      body { margin: 0; font-size: 9pt; } thead { display: table-header-group; }
      thead th { position: static; } tbody, tr { break-inside: avoid; } h2 { break-after: avoid; }
    }
    """
}

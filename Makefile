# What a person runs. `make help` lists it.

SWIFT ?= swift
# Files to take in with `make run`; each name between spaces, or a folder.
FILES ?= Tests/Samples
# Where `make run` keeps its container.
CONTAINER ?= .build/container
# The port of `make serve`; 0 for a free one.
PORT ?= 0
# More flags for the compiler's driver: CI sets `-Xswiftc -warnings-as-errors`.
FLAGS ?=
# The command without a dynamic Swift runtime starts faster and takes less memory. So it does with its 39,000 relocations in
# the packed form, which the loader of glibc 2.36 and later reads.
PACKED := $(shell getconf GNU_LIBC_VERSION 2>&1 | awk '$$1 == "glibc" && $$2 >= 2.36 { \
	print "-Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs" }')
RELEASE = $(SWIFT) build -c release --static-swift-stdlib $(PACKED)
# Tests at once. More than the cores can run would let those wait for their time limits that hold loads.
WIDTH ?= 8
TEST = $(SWIFT) test --disable-xctest --experimental-maximum-parallelization-width $(WIDTH) $(FLAGS)
INTAKE = .build/release/intake
# Traits change what every module is compiled with, so each set of them has a folder of its own.
SERVER = --traits PDF,ExampleServer --scratch-path .build/server

.DEFAULT_GOAL := help
# Seconds that each reader is fuzzed.
FUZZ_SECONDS ?= 600
# Readers to fuzz: the folders of seeds.
FUZZ ?= $(notdir $(wildcard Tests/Fuzzing/Seeds/*))

# The programs of the benchmark that are not Swift of ours: what measures, and peers.
TOOLS = .build/bench-tools
BENCH = .build/release/intake-bench
# More options for the benchmark, such as --scenario a,b --runs 3.
BENCH_OPTIONS ?=
# What is built once more to be measured goes with the rest by `make clean`.
REPORT = --json $(TOOLS)/report.json --html $(TOOLS)/report.html --markdown $(TOOLS)/report.md

.PHONY: help run serve build test test-images test-server test-release lint check-adapters docs fuzz evidence drill bench \
	bench-full bench-smoke bench-baseline bench-counter bench-tools profile slow-kills slow-library-kills slow-power-cuts slow-cancellations \
	slow-uploads slow ci clean

help: ## Show what there is
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-20s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: build ## Take in FILES=… (by default the samples), show the table, list the inbox, open one
	$(INTAKE) ingest --container "$(CONTAINER)" --verbose $(FILES) || [ $$? -eq 1 ]
	$(INTAKE) inbox list --container "$(CONTAINER)"
	.ci/open-first "$(INTAKE)" "$(CONTAINER)"

serve: ## Build the example of a server, and run it at PORT=… (by default a free one) until Ctrl-C
	.ci/install server
	$(RELEASE) $(SERVER) --product intake-server
	.build/server/release/intake-server --container "$(CONTAINER)" --port $(PORT)

build: ## Build the command, and the program that opens documents for it, in release
	.ci/install
	$(RELEASE) --product intake
	$(RELEASE) --product intake-validate

test: ## Build and run the tests
	.ci/install tests
	.ci/tests $(TEST)

test-images: ## The tests of validation with the trait Images, which installs 150 Debian packages
	.ci/install tests images
	.ci/tests $(TEST) --traits PDF,Images --filter ValidationTests

test-server: ## The tests of the example of a server, with the trait ExampleServer
	.ci/install tests server
	.ci/tests $(TEST) $(SERVER) --filter ExampleServerTests

test-release: ## All tests, those of the example of a server too, optimised, as users run the code
	.ci/install tests server
	.ci/tests $(TEST) $(SERVER) -c release

lint: ## Check the format, and who imports which C module
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests Benchmarks
	.ci/check-imports

check-adapters: ## Type-check the adapters of Apple's API over stand-ins, and show that it sees what is wrong
	.ci/check-adapters

docs: ## Build the documentation into .build/docs; serve .build/docs/all to read it
	.ci/install
	.ci/docs .build/docs $(SWIFT) $(FLAGS)

fuzz: ## Feed each reader of outside documents anything for FUZZ_SECONDS, by libFuzzer
	$(SWIFT) build -c release --sanitize=fuzzer -Xswiftc -DFUZZING --product intake-fuzz --scratch-path .build/fuzz
	@set -e; for reader in $(FUZZ); do \
	  mkdir -p .build/fuzz/corpus/$$reader; \
	  echo "== $$reader"; \
	  SWIFT_BACKTRACE=enable=no INTAKE_FUZZ=$$reader .build/fuzz/release/intake-fuzz -max_total_time=$(FUZZ_SECONDS) -timeout=10 \
	    -rss_limit_mb=512 -max_len=65536 -print_final_stats=1 -verbosity=0 \
	    -artifact_prefix=.build/fuzz/$$reader- .build/fuzz/corpus/$$reader Tests/Fuzzing/Seeds/$$reader; \
	done

slow: slow-kills slow-library-kills slow-power-cuts slow-cancellations slow-uploads ## All campaigns below

slow-kills: ## Kill an ingest at 200 random instants, recover, check
	INTAKE_KILLS=200 $(TEST) --filter KillCampaign

slow-library-kills: ## Kill processes that import 500 documents at random instants, recover, check
	INTAKE_LIBRARY_KILLS=500 $(TEST) --filter LibraryKillCampaign

slow-power-cuts: ## Cut the power after prefixes of the calls of an ingest, recover, check
	INTAKE_POWER_CUTS=2000 $(TEST) --filter PowerCutCampaign

slow-cancellations: ## Cancel 1,000 batches, look for leaks
	INTAKE_CANCELLATIONS=1000 $(TEST) --filter CancellationCampaign

slow-uploads: ## 200 uploads of 20 MB at once, a tenth of them broken off: look for leaks, and at the memory
	.ci/install tests server
	INTAKE_UPLOADS=200 $(TEST) $(SERVER) --filter UploadCampaign

evidence: build ## Run the tests through the gate, export the evidence of what is checked out, and verify it
	.ci/install tests
	.ci/evidence "$(INTAKE)" .build/gate .build/evidence.zip $(TEST)

drill: build ## Show that a failing test stops the tests
	$(INTAKE) gate --drill -- $(TEST) --filter IntakeTestingTests.DrillTests

bench: bench-tools ## Measure what has a goal beside its peers, some 20 minutes and 15 GB; see Benchmarks/README.md
	$(BENCH) run $(REPORT) $(BENCH_OPTIONS)

bench-full: bench-tools ## The same with every durability and number of jobs, and the largest inputs: hours
	$(BENCH) run --full $(REPORT) $(BENCH_OPTIONS)

bench-smoke: bench-counter ## Count calls, allocations and reserved bytes against the baseline of this toolchain
	$(BENCH) counts $(BENCH_OPTIONS)

bench-baseline: bench-counter ## Write that baseline anew
	$(BENCH) counts --write $(BENCH_OPTIONS)

bench-counter: build ## Build what counts
	$(RELEASE) --product intake-bench
	mkdir -p $(TOOLS)
	$(CC) -O2 -Wall -Wextra -o $(TOOLS)/measured Benchmarks/Peers/C/measured.c
	$(CC) -O2 -Wall -Wextra -shared -fPIC -o $(TOOLS)/allocations.so Benchmarks/Peers/C/allocations.c

bench-tools: bench-counter ## Build the benchmark and its peers
	$(RELEASE) --product foundation-peer
	$(CC) -O2 -Wall -Wextra -o $(TOOLS)/reference Benchmarks/Peers/C/reference.c -lcrypto -lpthread
	cp Benchmarks/Peers/*.py .build/release/foundation-peer $(TOOLS)
	@if command -v go >/dev/null; then \
	  GO111MODULE=off go build -o $(TOOLS)/go-copy Benchmarks/Peers/Go/main.go; \
	else echo "Go is not installed (Debian: golang-go): its peer will be named as absent" >&2; fi

profile: bench-tools ## Show where the time of taking in 1,000 photos goes, by perf, else by callgrind
	Benchmarks/profile $(INTAKE) $(BENCH)

ci: ## What CI runs
	.ci/run

clean: ## Remove what was built, and the container of `make run`
	rm -rf .build

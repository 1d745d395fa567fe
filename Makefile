# Each target makes .venv by itself and is quick when nothing changed.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
USABLE := $(VENV)/.usable
READY  := $(VENV)/.ready
PIP    := $(BIN)/python -m pip install -qq --disable-pip-version-check
WORKERS ?= 2

# Without cached bytecode every import takes four times as long.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo serve showcase test quick realworld realworld-heavy tools-test lint format bench calibrate faults fuzz fuzz-guided kernels-checked kernels-sanitized mutate docs site site-test paper lock package sbom audit clean

help:            ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "make %-15s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# What a user needs: 30 packages, nothing compiled. `make demo` stops here.
$(USABLE): runtime.lock pyproject.toml setup.py
	@echo "making $(VENV) (once, about a minute)"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@start=$$(date +%s) && $(PIP) --no-deps --require-hashes -r runtime.lock && echo "  packages   $$(($$(date +%s) - start)) s"
	@start=$$(date +%s) && $(PIP) --no-deps --no-build-isolation -e . && echo "  bakeoff    $$(($$(date +%s) - start)) s"
	@touch $@

# What the project itself needs: test and lint packages, compiled kernels.
$(READY): $(USABLE) requirements.lock $(wildcard src/bakeoff/kernels/*.pyx src/bakeoff/kernels/*.pxd)
	@start=$$(date +%s) && $(PIP) --no-deps --require-hashes -r requirements.lock && echo "  tools      $$(($$(date +%s) - start)) s"
	@start=$$(date +%s) && $(BIN)/python setup.py -q build_ext --inplace --parallel 2 && echo "  kernels    $$(($$(date +%s) - start)) s"
	@touch $@

# Benchmarks compare against these packages in the same run; tests and users never need them.
$(VENV)/.peers: $(READY) benchmarks/peers.lock
	@$(PIP) --no-deps --require-hashes -r benchmarks/peers.lock
	@touch $@

demo: $(USABLE)  ## run a real study, print the verdict, write the report
	@$(BIN)/bakeoff demo --out bakeoff-demo

serve: $(READY)  ## the page: paste a table, watch the studies of this folder
	@$(BIN)/bakeoff serve

# In a directory of its own, so that the page tells of no working copy.
showcase: $(USABLE) ## run the demo again for docs/demo/report.html and its picture (needs chromium)
	@folder=$$(mktemp -d) && (cd $$folder && $(CURDIR)/$(BIN)/bakeoff demo --out demo) && cp $$folder/demo/report.html docs/demo/report.html && \
	  chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --user-data-dir=$$folder/profile \
	    --window-size=1150,1600 --screenshot=docs/images/demo-report.png "file://$(CURDIR)/docs/demo/report.html" 2>/dev/null; \
	  rm -rf $$folder

test: $(READY)   ## the whole test suite and all doctests
	@$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal

# What a change is most likely to break. Tests that resample, simulate or start many processes are marked slow.
QUICK := $(addprefix tests/,sameness rules measures comparisons estimates predictions splits golden test_architecture.py)

quick: $(READY)  ## the same answers as before, all rules, the quick tests: under a minute
	@$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal -m "not slow" $(QUICK)

# Packages that users bring; tests of `make test` skip what is not installed.
$(VENV)/.realworld: $(READY) tests/realworld/requirements.lock
	@$(PIP) --no-deps --require-hashes -r tests/realworld/requirements.lock
	@touch $@

realworld: $(VENV)/.realworld ## learners of other packages: each gives what a plain loop gives
	@$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal tests/realworld

# These need older pandas and SciPy, so they get an environment of their own. torch is large and differs by machine: it is pinned, without hashes.
HEAVY := .venv-realworld

$(HEAVY)/.ready: $(READY) tests/realworld/requirements-heavy.lock
	@test -x $(HEAVY)/bin/python || $(PYTHON) -m venv $(HEAVY)
	@$(HEAVY)/bin/python -m pip install -qq --disable-pip-version-check --no-deps --require-hashes -r tests/realworld/requirements-heavy.lock
	@$(HEAVY)/bin/python -m pip install -qq --disable-pip-version-check torch==2.13.0
	@touch $@

realworld-heavy: $(HEAVY)/.ready ## the same with torch and skorch, pygam, river, aeon, sktime
	@PYTHONPATH=src $(HEAVY)/bin/python -m pytest -q -p no:cacheprovider tests/realworld/test_packages.py tests/realworld/test_pages.py

# A real server of MLflow, and the readers of RO-Crate and Croissant; `make test` skips what is not installed.
TOOLS := .venv-tools

$(TOOLS)/.ready: $(READY) tests/tools_of_others/requirements.lock
	@test -x $(TOOLS)/bin/python || $(PYTHON) -m venv $(TOOLS)
	@$(TOOLS)/bin/python -m pip install -qq --disable-pip-version-check --no-deps --require-hashes -r tests/tools_of_others/requirements.lock
	@touch $@

tools-test: $(TOOLS)/.ready ## MLflow on this machine, RO-Crate and Croissant read what was written (some minutes)
	@PYTHONPATH=src $(TOOLS)/bin/python -m pytest -q -p no:cacheprovider -n 0 tests/tools_of_others tests/api/tracking

lint: $(READY)   ## style, types, layers, house rules of the source
	@$(BIN)/ruff check src tests tools benchmarks calibration docs paper setup.py
	@$(BIN)/ruff format --check src tests tools benchmarks calibration docs paper setup.py
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python tools/check_source.py
	@$(BIN)/python docs/generate.py --check
	@$(BIN)/python paper/figures.py --check

bench: $(VENV)/.peers ## speed as ratios against peers, in one run (ONLY=runner for one of them)
	@$(BIN)/python benchmarks/run.py $(ONLY)

# An interrupted run goes on where it stopped; the figures go to the package, the page and its picture to docs.
calibrate: $(READY) ## size, coverage, power of every test, verdict and interval, by simulation (ONLY=corrected_t for some, MOST=200 draws at most)
	@$(BIN)/python -m calibration --workers $(WORKERS) --only "$(ONLY)" $(if $(MOST),--most $(MOST)); status=$$?; $(BIN)/python docs/generate.py && exit $$status

faults: $(READY) ## every attack and fault in its long version, and a table of counts (some ten minutes)
	@BAKEOFF_LONG_FAULTS=1 $(BIN)/python tools/attacks.py

# `make test` draws the same few thousand inputs each time; this draws new ones.
fuzz: $(READY)   ## random damage to every kind of file that is read: new inputs, EXAMPLES=1000 for each reader (some minutes)
	@BAKEOFF_FUZZ=$(or $(EXAMPLES),1000) $(BIN)/python -m pytest -q -n $(WORKERS) --timeout 1800 tests/fuzz

# A compilation that fails is a warning of setup.py: then no kernel would be tested, and the test would pass.
COMPILED := test $$(ls src/bakeoff/kernels/*.pyx | wc -l) -le $$(ls src/bakeoff/kernels/*.so | wc -l)

# It follows the branches of each reader and keeps what reached a new one. The package is for x86-64 Linux, so it is in no lock.
fuzz-guided: $(READY) ## the same guided by the branches that an input reaches (atheris), SECONDS=60 for each reader
	@test -d build/atheris || $(PIP) --no-deps --target build/atheris atheris
	@PYTHONPATH=build/atheris $(BIN)/python tools/guided_fuzz.py --seconds $(or $(SECONDS),60)

# Compiled a second time, in a folder of its own, with every index checked.
kernels-checked: $(READY) ## the rule of all kernels, compiled with every index checked (some minutes)
	@folder=$$(mktemp -d) && cp -r src setup.py pyproject.toml README.md LICENSE tests $$folder && cd $$folder && \
	  rm -f src/bakeoff/kernels/*.so && BAKEOFF_CHECKED=1 $(CURDIR)/$(BIN)/python setup.py -q build_ext --inplace && \
	  $(COMPILED) && \
	  PYTHONPATH=$$folder/src $(CURDIR)/$(BIN)/python -m pytest -q tests/kernels/test_kernels.py; status=$$?; rm -rf $$folder; exit $$status

# The same with the sanitizers of addresses and of undefined behaviour; what Python itself never frees is no leak of ours.
kernels-sanitized: $(READY) ## the rule of all kernels, compiled with the address sanitizer (some minutes; needs gcc)
	@folder=$$(mktemp -d) && cp -r src setup.py pyproject.toml README.md LICENSE tests $$folder && cd $$folder && \
	  rm -f src/bakeoff/kernels/*.so && BAKEOFF_SANITIZED=1 $(CURDIR)/$(BIN)/python setup.py -q build_ext --inplace && \
	  $(COMPILED) && \
	  LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libubsan.so)" ASAN_OPTIONS=detect_leaks=0 OPENBLAS_NUM_THREADS=1 \
	  PYTHONPATH=$$folder/src $(CURDIR)/$(BIN)/python -m pytest -q -p no:randomly tests/kernels/test_kernels.py; status=$$?; rm -rf $$folder; exit $$status

# Goes on where it was interrupted (build/mutants); SHARE=0.2 for a larger sample.
mutate: $(READY) ## is a wrong formula noticed? Small changes of the rooms that compute numbers, each against its tests (an hour)
	@PYTHONPATH=src $(BIN)/python tools/mutate.py --share $(or $(SHARE),0.063) --budget 2 && PYTHONPATH=src $(BIN)/python tools/mutate.py --share $(or $(SHARE),0.063) --budget 20 --again

format: $(READY) ## let ruff rewrite what it can
	@$(BIN)/ruff check --fix src tests tools benchmarks calibration docs paper setup.py
	@$(BIN)/ruff format src tests tools benchmarks calibration docs paper setup.py

docs: $(READY)   ## write the reference pages from the declarations
	@$(BIN)/python docs/generate.py

paper: $(READY)  ## the figures, numbers and references of the paper, from what was measured
	@$(BIN)/python paper/figures.py
# The site has an environment of its own; it asks no network once that is there.
SITE := .venv-site

$(SITE)/.ready: docs/site/requirements.lock pyproject.toml setup.py
	@test -x $(SITE)/bin/python || $(PYTHON) -m venv $(SITE)
	@$(SITE)/bin/python -m pip install -qq --disable-pip-version-check --no-deps --require-hashes -r docs/site/requirements.lock
	@$(SITE)/bin/python -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

site: $(SITE)/.ready ## the site, docs/site/build/html/index.html: guide, gallery, API (two minutes)
	@$(SITE)/bin/python docs/site/build.py

site-test: $(READY) ## what the site shows runs: how-to pages, gallery, notebooks, the skill of assistants
	@$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal tests/docs

LOCK := --quiet --generate-hashes --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --allow-unsafe --strip-extras

lock: $(READY)   ## resolve the dependencies again: hashes, no addresses
	@$(BIN)/python -m pip install --quiet pip-tools 'dependency-groups[cli]' && mkdir -p build
	@$(BIN)/dependency-groups dev -o build/dev.in && $(BIN)/dependency-groups install -o build/install.in
	@$(BIN)/pip-compile $(LOCK) --extra parquet,dask,excel,deploy,tune,serve -o requirements.lock pyproject.toml build/dev.in
	@$(BIN)/pip-compile $(LOCK) --constraint requirements.lock -o runtime.lock pyproject.toml build/install.in
	@$(BIN)/pip-compile $(LOCK) --constraint requirements.lock -o docs/site/requirements.lock pyproject.toml docs/site/requirements.in
	@$(BIN)/pip-compile $(LOCK) --constraint requirements.lock -o tests/realworld/requirements.lock tests/realworld/requirements.in
	@$(BIN)/dependency-groups test -o build/test.in
	@$(BIN)/pip-compile $(LOCK) -o tests/realworld/requirements-heavy.lock tests/realworld/requirements-heavy.in build/test.in pyproject.toml
	@$(BIN)/pip-compile $(LOCK) -o tests/tools_of_others/requirements.lock tests/tools_of_others/requirements.in build/test.in pyproject.toml

sbom: $(USABLE)  ## the bill of materials of all locked packages (CycloneDX), dist/bakeoff.cdx.json
	@$(BIN)/python tools/sbom.py dist/bakeoff.cdx.json

package:         ## source archive and pure wheel in dist/, checked, installed in clean environments, the first five minutes timed (needs a network)
	@folder=$$(mktemp -d) && $(PYTHON) -m venv $$folder && $$folder/bin/python -m pip install -qq --disable-pip-version-check build twine && \
	  $$folder/bin/python tools/check_package.py dist; status=$$?; rm -rf $$folder; exit $$status

# Asks a server about each locked package, so it needs a network; it reports and is never a condition of anything.
audit:           ## known holes in locked packages, by pip-audit (needs a network)
	@folder=$$(mktemp -d) && $(PYTHON) -m venv $$folder && $$folder/bin/python -m pip install -qq --disable-pip-version-check pip-audit && \
	  $$folder/bin/pip-audit --disable-pip --require-hashes -r requirements.lock; rm -rf $$folder

clean:           ## remove the environment and everything made
	rm -rf $(VENV) $(HEAVY) $(TOOLS) $(SITE) build docs/site/build dist bakeoff-demo src/*.egg-info .mypy_cache .ruff_cache .pytest_cache

.PHONY: run test test-cloud check format bench setup
ARGS ?=
PARALLEL = -n 3 --dist loadscope --no-loadscope-reorder

run: setup  ## serve http://127.0.0.1:7071
	@.venv/bin/python -m shared.devhost serve

test: setup
	@.venv/bin/python -m pytest $(PARALLEL) $(ARGS)

test-cloud: setup  ## all that runs over the cloud's stores
	@.venv/bin/python -m pytest $(PARALLEL) -m cloud --whole $(ARGS)

check: setup
	@.venv/bin/ruff check .
	@.venv/bin/ruff format --check .
	@.venv/bin/mypy

format: setup
	@.venv/bin/ruff check --fix .
	@.venv/bin/ruff format .

bench: setup
	@.venv/bin/python -m benchmarks $(ARGS)

setup:
	@.ci/venv

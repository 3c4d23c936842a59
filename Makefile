.PHONY: run test test-cloud coverage check format bench soak evaluate lock page setup
ARGS ?=
PARALLEL = -n 4 --dist loadscope --no-loadscope-reorder
unexport PYTHONDONTWRITEBYTECODE  # each process of a test run would compile the whole product

run: page  ## serve http://127.0.0.1:7071
	@.venv/bin/python -m shared.devhost serve

test: page
	@.venv/bin/python -m pytest $(PARALLEL) $(ARGS)

test-cloud: page  ## all that runs over the cloud's stores
	@.venv/bin/python -m pytest $(PARALLEL) -m cloud --whole $(ARGS)

coverage: page  ## runs the tests, then prints which lines of orc/ and shared/ no test has run
	@rm -rf .coverage
	@.venv/bin/coverage run -m pytest $(PARALLEL) $(ARGS); tests=$$?; \
	.venv/bin/coverage combine --quiet; .venv/bin/coverage report && exit $$tests

check: setup
	@.venv/bin/ruff check .
	@.venv/bin/ruff format --check .
	@.venv/bin/mypy
	@.venv/bin/python .ci/web.py check

format: setup
	@.venv/bin/ruff check --fix .
	@.venv/bin/ruff format .

bench: page
	@.venv/bin/python -m benchmarks $(ARGS)

soak: setup  ## kills hosts and fails stores under mixed traffic, for ten minutes: docs/reliability.md
	@.venv/bin/python -m benchmarks.soak $(ARGS)

evaluate: setup  ## measures your own documents and questions: docs/how-to/measure-your-own-documents.md
	@.venv/bin/python -m shared.evaluate $(ARGS)

lock: setup  ## makes requirements.txt and requirements-dev.txt from the .in files; ARGS=--upgrade takes the newest of what they leave open
	@.venv/bin/python .ci/lock.py $(ARGS)

page: setup  ## builds web/dist; all but the page works without
	@.venv/bin/python .ci/web.py build || :

setup:
	@.ci/venv

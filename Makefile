# The project's commands. Each target is a thin name for a script or a cargo call,
# so that nothing here needs make to be understood.

SHELL := /bin/bash
.DEFAULT_GOAL := help

# What `make demo` hands on to `openshelf demo`, and `make bench` to the bench.
ARGS ?=
# FAST=1: `make test` runs only what needs no installed tool, and lists what it left out.
FAST ?=
# FOLDER=books: what `make samples` converts; FORMATS="PDF DOCX": only these; OUT=folder keeps what was made.
FOLDER ?=
FORMATS ?=

export ARGS FAST

.PHONY: help
help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 15
	@echo
	@echo 'make demo ARGS="--listen 127.0.0.1:9090"    options go through ARGS'
	@echo 'make test FAST=1                            the quick part; says what it left out'
	@echo 'make samples FOLDER=books FORMATS="PDF BRF"  some formats only; OUT=folder keeps the files'

.PHONY: demo
demo: ## Install what is missing, build, and serve the sandbox library on http://127.0.0.1:8080
	@scripts/demo.sh

.PHONY: test
test: ## Every check and every test, on SQLite and PostgreSQL, in a real browser
	@scripts/test.sh

.PHONY: chaos
chaos: ## The server under attack and in trouble, hostile files: long tests, on this machine alone
	@scripts/chaos.sh

.PHONY: samples
samples: ## Every book of FOLDER in all formats, through every validator, with a table of results
	@scripts/samples.sh "$(FOLDER)" $(FORMATS)

.PHONY: bench
# A release without link-time optimization, so the figures flatter nobody.
bench: ## Measure the server and the conversions against their targets
	@scripts/packages.sh bench
	cargo build --profile fast --locked -p server -p bench
	@scripts/run-built.sh fast openshelf-bench
	@ARGS="$(filter --write,$(ARGS))" scripts/run-built.sh fast openshelf-bench conversions

.PHONY: release
release: ## Make dist/: Debian package, tarball, bill of materials, licenses, release notes, checksums
	@scripts/release.sh

.PHONY: check-package
check-package: ## Install, upgrade and purge the Debian package in a Debian of its own (root)
	@scripts/check-package.sh

.PHONY: image
image: ## Build the container image with podman, buildah or docker
	@scripts/image.sh

.PHONY: check-image
check-image: ## Build the container image on a Debian of its own, and run it read-only (root)
	@scripts/check-image.sh

.PHONY: openapi
openapi: ## Write openapi.json and docs/rules/endpoints.md from the code (tests compare them)
	cargo run --quiet -p server -- openapi > openapi.json.new
	mv openapi.json.new openapi.json
	python3 scripts/endpoints.py

.PHONY: examples
examples: ## Record the examples of the interface from the tests, and write them into its description
	@scripts/examples.sh

.PHONY: fmt
fmt: ## Format the code
	cargo fmt --all

.PHONY: lint
lint: ## Formatting and clippy, as `make test` checks them
	cargo fmt --all --check
	@scripts/clippy.sh

.PHONY: check-arrows
check-arrows: ## Only the architecture tests: floors, circles, licenses, file sizes, links
	cargo test -p server --test architecture

.PHONY: deny
deny: ## Licenses, duplicate versions, sources and advisories by cargo-deny (installs it when missing)
	@scripts/deny.sh --install

.PHONY: tools
tools: ## Install only what the tests need (system packages, Python and Node packages)
	@scripts/packages.sh test
	@scripts/tools.sh
	@. scripts/env.sh && sh crates/books/scripts/validators.sh

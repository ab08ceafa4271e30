# What can be done here. Each target is one readable script; `make` alone lists them.

help: ## list the targets
	@sed -nE 's/^([a-z]+):.*## (.*)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 18

run: ## build and start the service with demo data on 127.0.0.1:8080 (COUNTINGHOUSE_LISTEN)
	@scripts/run

test: ## set up, build and run all tests on SQLite and PostgreSQL (about 40 minutes)
	@scripts/test

setup: ## check for the programs that are needed; as root on Debian install them
	@scripts/setup

bench: ## measure the service against the bare databases (release build)
	@scripts/bench

torture: ## the same tests in full length, for hours (release build)
	@scripts/torture

fuzz: ## generated requests against the live service, from its OpenAPI document
	@scripts/fuzz

clean: ## remove what was built (never your data)
	cargo clean

.PHONY: help run test setup bench torture fuzz clean

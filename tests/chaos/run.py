"""Break everything at random, from a seed, and hold the outcome against the truth.

    python -m tests.chaos.run --seeds 1 2 3 --jobs 30 --faults 24

A seed gives the jobs and the faults with their times and targets. What meets what inside a worker depends on the
machine: a seed that failed is run again until it fails again. On a violation the folder with all logs is kept.
"""

import argparse
import logging
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import structlog

from tests.chaos.faults import Strikes, draw_faults
from tests.chaos.figures import figures
from tests.chaos.machine import Machine, running_machine
from tests.chaos.orders import Order, draw_orders
from tests.chaos.producers import Producers
from tests.chaos.reference import Reference
from tests.chaos.truth import Evidence, versions_of, violations
from tests.chaos.watch import Watch, unsettled

CONVERGE_S = 300.0  #: a limit for slow machines, not what is expected
SETTLE_S = 80.0  #: messages that a killed worker had not acknowledged come back after 60 s


@dataclass(frozen=True, slots=True)
class Trial:
    """The size of a run."""

    seed: int
    jobs: int = 30
    faults: int = 24
    span_s: float = 45.0  #: over which the faults are spread
    rtf: float = 0.1
    whole: bool = True  #: wait also for messages that a killed worker had not acknowledged: a minute, at the worst


@dataclass(slots=True)
class Report:
    """What a run showed."""

    lines: list[str] = field(default_factory=list)
    violations: list[str] = field(default_factory=list)
    struck: list[str] = field(default_factory=list)


def run(trial: Trial, folder: Path) -> Report:
    """Run one seed in a folder."""
    rng = random.Random(trial.seed)
    orders = draw_orders(rng, trial.jobs, trial.span_s)
    plan = draw_faults(rng, trial.faults, trial.span_s)
    with running_machine(folder, rtf=trial.rtf) as machine:
        watch, producers, strikes = Watch(machine), Producers(machine, orders), Strikes(machine, plan)
        watch.start()
        producers.start()
        took_s = _wait(machine, lambda: strikes.ended() and producers.over, trial.span_s + CONVERGE_S)
        _tell(f"seed {trial.seed}: {len(strikes.struck)} faults struck in {took_s:.0f} s")
        producers.stop()
        wanted = {order.job_id for order in orders} | set(producers.retried.values())
        converged_s = _wait(machine, lambda: wanted <= set(watch.final), CONVERGE_S)
        _tell(f"seed {trial.seed}: all jobs final {converged_s:.1f} s later")
        settled_s = converged_s + _wait(
            machine, lambda: not unsettled(machine.redis, unacknowledged=trial.whole), SETTLE_S
        )
        _tell(f"seed {trial.seed}: the ledger empty {settled_s:.1f} s later; the truth is checked")
        codes = machine.drain()
        watch.stop()
        evidence = _evidence(machine, orders, producers, watch)
        last = f"all jobs final {converged_s:.1f} s after the last fault, the ledger empty after {settled_s:.1f} s"
        return Report(
            lines=[
                f"seed {trial.seed}: {len(orders)} jobs, {len(strikes.struck)} faults in {took_s:.0f} s",
                *figures(evidence, strikes),
                f"end      {last}; at most {watch.longest} messages waited",
            ],
            violations=[*strikes.broken, *producers.broken, *_afterwards(trial, machine, codes), *violations(evidence)],
            struck=[f"{at_s:6.1f} s  {kind} {what}" for at_s, kind, what in strikes.struck],
        )


def _evidence(machine: Machine, orders: list[Order], producers: Producers, watch: Watch) -> Evidence:
    bucket = machine.seaweed.client()
    return Evidence(
        machine=machine,
        orders=orders,
        producers=producers,
        watch=watch,
        reference=Reference(machine.folder / "reference"),
        bucket=bucket,
        versions=versions_of(bucket),
        redis=machine.redis,
    )


def _tell(progress: str) -> None:
    print(progress, file=sys.stderr, flush=True)


def _wait(machine: Machine, ready: Callable[[], bool], timeout_s: float) -> float:
    """Supervise the workers until something is true, or for so long; return how long it took."""
    started_s = time.monotonic()
    while time.monotonic() - started_s < timeout_s and not ready():
        machine.supervise()
        time.sleep(0.02)
    return time.monotonic() - started_s


def _afterwards(trial: Trial, machine: Machine, codes: list[int | None]) -> list[str]:
    """The ledger holds no work, every worker left as it was told to, nothing lies in the scratch folder."""
    left = [f"left in the ledger: {each}" for each in unsettled(machine.redis, unacknowledged=trial.whole)]
    left += [f"left in the scratch folder: {path}" for path in machine.scratch.rglob("*") if path.is_file()]
    left += [f"a process of {slot.name} outlived its worker" for slot in machine.slots if slot.survivors()]
    left += [f"a worker left with exit {code} when it was told to" for code in codes if code != 0]
    return left


def main() -> int:
    """Run seeds one after another; the exit code says whether all of them held."""
    parser = argparse.ArgumentParser(description="seeded faults on a real machine")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--jobs", type=int, default=30)
    parser.add_argument("--faults", type=int, default=24)
    parser.add_argument("--span", type=float, default=45.0, help="seconds over which the faults are spread")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # and so nothing of ours outlives it
    quiet = structlog.make_filtering_bound_logger(logging.ERROR)  # of our own producers: the workers' logs are files
    structlog.configure(wrapper_class=quiet)
    wrong = 0
    for seed in given.seeds:
        folder = Path(tempfile.mkdtemp(prefix=f"voicemill-chaos-{seed}-"))
        report = run(Trial(seed, given.jobs, given.faults, given.span), folder)
        print("\n  ".join(report.lines), flush=True)
        if report.violations:
            wrong += 1
            print(f"  {len(report.violations)} VIOLATIONS (logs: {folder})", *report.violations, sep="\n    ")
            print("  what struck:", *report.struck, sep="\n    ", flush=True)
        else:
            print("  every check held", flush=True)
            shutil.rmtree(folder)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

"""Runs chunks on the machines of a Ray cluster."""

from __future__ import annotations

import contextlib
import hashlib
import logging
import re
import socket
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from carom.sweep import bundle, identity, process, work
from carom.sweep.chunks import Answer, Chunk
from carom.sweep.errors import SweepError
from carom.sweep.program import Program


class Cluster:
    """A Ray cluster.

    Attributes:
        workers: The maximum number of chunks that run at the same time; None for as many as the
            cluster has processors, also if it grows.
        nodes: The number of machines that were checked.
    """

    def __init__(
        self,
        program: Program,
        address: str,
        *,
        workers: int | None,
        timeout: float | None,
        is_installed: bool,
        log: Path,
    ) -> None:
        """Connect to a cluster and bring the program there.

        Args:
            program: The program on this machine.
            address: The address of the cluster, as ``ray.init`` accepts it; ``local`` starts one.
            workers: The maximum number of chunks that run at the same time.
            timeout: The wall time of a process, in seconds; None for no limit.
            is_installed: Whether the machines have the program and its files at the same paths.
            log: The file for what Ray prints, such as which workers have died.

        Raises:
            SweepError: Ray is not installed, the cluster cannot be reached, or a machine has
                another program.
        """
        self.workers = workers
        self.timeout = timeout
        self.redirections = contextlib.ExitStack()
        self.ray = connected(address, workers)
        # Ray prints about workers that die to the standard output, which belongs to the results.
        file = self.redirections.enter_context(log.open("a", buffering=1))
        self.redirections.enter_context(contextlib.redirect_stdout(file))
        self.redirections.enter_context(contextlib.redirect_stderr(file))
        try:
            self.send(program, is_installed)
        except BaseException:
            self.stop()
            raise

    def send(self, program: Program, is_installed: bool) -> None:
        """Bring the program to the machines, unless it is there, and check it on each.

        Args:
            program: The program on this machine.
            is_installed: Whether the machines have it.

        Raises:
            SweepError: A machine has another program, or cannot run it.
        """
        self.waiting: list[Chunk] = []
        self.pending: dict[Any, Chunk] = {}
        for module in (work, bundle, identity, process):
            self.ray.cloudpickle.register_pickle_by_value(module)
        place = program.place
        self.archive: list[Any] = []
        digest, path, folder = None, place.program, place.folder
        if not is_installed:
            names = identity.files_below(folder, program.paths)
            data, folder = bundle.pack(path, folder, names)
            digest = hashlib.sha256(data).hexdigest()
            path = "bin/" + path.rsplit("/", 1)[-1]
            self.archive.append(self.ray.put(data))
        self.delivery = work.Delivery(
            digest, path, folder, place.root, program.paths, program.identity
        )
        self.task = self.remote_task()
        self.nodes = self.check_nodes()

    @property
    def description(self) -> str:
        """The cluster in reports."""
        return f"{self.nodes} node{'s' if self.nodes != 1 else ''} of Ray"

    def remote_task(self) -> Any:
        """Return the function that runs on a worker.

        Ray repeats nothing: the sweep itself counts how often a chunk was begun.
        """
        answer = work.answer

        def task(
            delivery: work.Delivery, request: process.Request | None, archive: list[Any]
        ) -> dict[str, object]:
            import ray  # noqa: PLC0415  # on the worker

            def fetch() -> bytes:
                data: bytes = ray.get(archive[0])
                return data

            return answer(delivery, request, fetch)

        return self.ray.remote(num_cpus=1, max_retries=0)(task)

    def check_nodes(self) -> int:
        """Check that every machine runs the program that is here.

        Returns:
            The number of machines.

        Raises:
            SweepError: A machine has another program, or cannot run it.
        """
        strategy = self.ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy
        ids = [
            node["NodeID"]
            for node in self.ray.nodes()
            if node["Alive"] and node["Resources"].get("CPU")
        ]
        checks = [
            self.task.options(num_cpus=0, scheduling_strategy=strategy(node_id=name, soft=False))
            for name in ids
        ]
        answers = [check.remote(self.delivery, None, self.archive) for check in checks]
        checked = 0
        for reference in answers:
            try:
                accepted(self.ray.get(reference))
                checked += 1
            except self.ray.exceptions.RayError:
                # The machine left in the meantime; those that join are checked with their chunks.
                continue
        return checked

    def start(self, chunks: Sequence[Chunk]) -> None:
        """Start working.

        Args:
            chunks: The chunks, in the order in which they are begun.
        """
        self.waiting = list(reversed(chunks))
        self.submit()

    def repeat(self, chunk: Chunk) -> None:
        """Run a chunk again.

        Args:
            chunk: A chunk whose answer was not accepted.
        """
        self.waiting.append(chunk)

    def submit(self) -> None:
        """Submit as many chunks as the cluster can work on, and as many again."""
        most = self.workers or 2 * max(1, int(self.ray.cluster_resources().get("CPU", 1)))
        while self.waiting and len(self.pending) < most:
            chunk = self.waiting.pop()
            request = process.Request(chunk.arguments, chunk.levels, self.timeout)
            task = self.task.options(name=f"carom {chunk.text}", scheduling_strategy="SPREAD")
            self.pending[task.remote(self.delivery, request, self.archive)] = chunk

    def finished(self, seconds: float) -> Iterator[tuple[Chunk, Answer]]:
        """Wait for answers.

        Args:
            seconds: How long to wait for the first one.

        Yields:
            The chunks that are finished, with their answers. The answer of a chunk whose worker or
            machine is gone is that of a killed process.

        Raises:
            SweepError: A machine has another program, or cannot run it.
        """
        self.submit()
        if not self.pending:
            return
        references, _ = self.ray.wait(list(self.pending), timeout=seconds)
        for reference in references:
            chunk = self.pending.pop(reference)
            try:
                answer = accepted(self.ray.get(reference))
            except self.ray.exceptions.RayTaskError as error:
                raise SweepError(f"{chunk.text}: the worker failed: {error}", 1) from error
            except self.ray.exceptions.RayError as error:
                text = f"the worker is gone: {type(error).__name__}"
                yield chunk, Answer(process.KILLED, "", text, {}, 0.0, "")
            else:
                yield chunk, Answer(**answer)
        self.submit()

    def stop(self) -> None:
        """End the chunks that run, and leave the cluster."""
        for reference in self.pending:
            self.ray.cancel(reference, force=True)
        self.pending.clear()
        self.ray.shutdown()
        self.redirections.close()


def accepted(answer: dict[str, Any]) -> dict[str, Any]:
    """Return an answer of a machine that can be used.

    Args:
        answer: What the machine answered.

    Returns:
        The answer.

    Raises:
        SweepError: The machine cannot be used.
    """
    if refusal := answer.get("refusal"):
        raise SweepError(
            f"node {answer['node']}: {refusal}; machines that run the program that is here are "
            "accepted"
        )
    return answer


def connected(address: str, workers: int | None) -> ModuleType:
    """Import Ray and connect to a cluster.

    Args:
        address: The address; ``local`` starts a cluster on this machine.
        workers: The number of processors of a cluster that is started.

    Returns:
        The module ``ray``.

    Raises:
        SweepError: Ray is not installed, or the cluster cannot be reached.
    """
    try:
        import ray  # noqa: PLC0415  # optional
        import ray.util.scheduling_strategies  # noqa: PLC0415
    except ImportError as error:
        raise SweepError(
            "--address: Ray is not installed; 'pip install carom[ray]' is accepted, or no "
            "--address for processes of this machine"
        ) from error
    try:
        check_listening(address)
        ray.init(
            address=address,
            num_cpus=workers if address == "local" else None,
            include_dashboard=False if address == "local" else None,
            logging_level=logging.ERROR,
            log_to_driver=False,
        )
    except Exception as error:
        lines = str(error).strip().splitlines() or [type(error).__name__]
        raise SweepError(
            f"--address: '{address}' cannot be reached: {lines[0]}; the address of a Ray cluster, "
            "such as auto, 10.0.0.1:6379 or ray://10.0.0.1:10001, or local, is accepted"
        ) from error
    module: ModuleType = ray
    return module


def check_listening(address: str) -> None:
    """Check that something listens at an address, because Ray tries for minutes.

    Args:
        address: The address; one without a port is left to Ray.

    Raises:
        OSError: Nothing listens there.
    """
    match = re.fullmatch(r"(?:ray://)?\[?(.+?)\]?:([0-9]{1,5})", address)
    if match and int(match[2]) < 65_536:
        socket.create_connection((match[1], int(match[2])), timeout=10).close()

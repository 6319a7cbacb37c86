"""Runs chunks in processes of this machine."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator, Sequence

from carom.sweep.chunks import Answer, Chunk
from carom.sweep.process import Place, Request, Running, run


class Pool:
    """A pool of threads, each of which waits for one process of ``carom`` at a time.

    Attributes:
        workers: The number of processes that run at the same time.
    """

    def __init__(self, place: Place, workers: int, timeout: float | None) -> None:
        """Create a pool.

        Args:
            place: Where the program and its files are.
            workers: The number of processes that run at the same time.
            timeout: The wall time of a process, in seconds; None for no limit.
        """
        self.place = place
        self.workers = workers
        self.timeout = timeout
        self.running = Running()
        self.answers: queue.SimpleQueue[tuple[Chunk, Answer]] = queue.SimpleQueue()
        self.waiting: queue.SimpleQueue[Chunk | None] = queue.SimpleQueue()
        self.threads: list[threading.Thread] = []

    @property
    def description(self) -> str:
        """The pool in reports."""
        return f"{self.workers} worker" + ("s" if self.workers != 1 else "")

    def start(self, chunks: Sequence[Chunk]) -> None:
        """Start working.

        Args:
            chunks: The chunks, in the order in which they are begun.
        """
        for chunk in chunks:
            self.waiting.put(chunk)
        for _ in range(min(self.workers, len(chunks))):
            thread = threading.Thread(target=self.work, daemon=True)
            self.threads.append(thread)
            thread.start()

    def repeat(self, chunk: Chunk) -> None:
        """Run a chunk again.

        Args:
            chunk: A chunk whose answer was not accepted.
        """
        self.waiting.put(chunk)

    def finished(self, seconds: float) -> Iterator[tuple[Chunk, Answer]]:
        """Wait for answers.

        Args:
            seconds: How long to wait for the first one.

        Yields:
            The chunks that are finished, with their answers; none if the time is over.
        """
        try:
            chunk, answer = self.answers.get(timeout=seconds)
        except queue.Empty:
            return
        yield chunk, answer

    def stop(self) -> None:
        """End the processes that run, and begin no more."""
        while True:
            try:
                self.waiting.get_nowait()
            except queue.Empty:
                break
        self.running.end()
        for _ in self.threads:
            self.waiting.put(None)
        for thread in self.threads:
            thread.join(timeout=10)

    def work(self) -> None:
        """Run chunks until the pool is stopped; called on each thread."""
        # A chunk can be repeated until the end, so only `stop` ends the thread.
        while (chunk := self.waiting.get()) and not self.running.is_ended:
            request = Request(chunk.arguments, chunk.levels, self.timeout)
            answer = Answer(**run(self.place, request, self.running))  # type: ignore[arg-type]
            self.answers.put((chunk, answer))

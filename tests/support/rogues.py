"""Bots that misbehave, for the tests of limits and isolation: the source of a file of them.

Each does it once in a while (`ONCE`), else plays its lowest legal move, so that a test sees both
that the right deals are charged and that all others are played.
"""

SOURCE = '''
import ctypes
import os
import signal
import sys
import time

import schnapsen_ai as sa

LIBC = ctypes.CDLL(None)
KEPT = []


class Lowest(sa.Bot):
    """Honest: the lowest legal move."""

    def choose(self, view):
        return view.legal_moves()[0]


class Rogue(sa.Bot):
    """Misbehaves in its third decision of a deal in which its lowest card is a jack or a queen."""

    def begin(self, game, seat, rng):
        super().begin(game, seat, rng)
        self.asked = 0

    def choose(self, view):
        self.asked += 1
        if self.asked == 3 and min(view.hand) % 8 in (3, 4):
            self.misbehave(view)
        return view.legal_moves()[0]

    def misbehave(self, view):
        raise NotImplementedError


class Raises(Rogue):
    def misbehave(self, view):
        raise KeyError("no idea")


class HangsInPython(Rogue):
    def misbehave(self, view):
        while True:
            try:
                time.sleep(0.001)
            except BaseException:
                pass


class HangsInC(Rogue):
    def misbehave(self, view):
        LIBC.pause()


class HangsInBegin(Lowest):
    def begin(self, game, seat, rng):
        if seat == 1:
            LIBC.pause()


class Late(Rogue):
    def misbehave(self, view):
        time.sleep(0.7)


class EatsMemory(Rogue):
    def misbehave(self, view):
        while True:
            KEPT.append(bytearray(8 << 20))


class Hoards(Rogue):
    """Takes more than its share without ever being refused."""

    def misbehave(self, view):
        KEPT.append(b"x" * (150 << 20))


class KillsItself(Rogue):
    def misbehave(self, view):
        os.kill(os.getpid(), signal.SIGKILL)


class Exits(Rogue):
    def misbehave(self, view):
        os._exit(5)


class Crashes(Rogue):
    def misbehave(self, view):
        ctypes.string_at(0)


class KillsItsParent(Rogue):
    def misbehave(self, view):
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(5)


class StopsItsParent(Rogue):
    def misbehave(self, view):
        os.kill(os.getppid(), signal.SIGSTOP)
        os._exit(0)


class KillsItsGroup(Rogue):
    def misbehave(self, view):
        os.killpg(0, signal.SIGKILL)


class Prints(Rogue):
    """No crime, but it has to go nowhere."""

    def misbehave(self, view):
        print("x" * (3 << 20))
        sys.stderr.write("half a line")
        os.write(1, b"y" * 1000)


class LeavesChildren(Rogue):
    """Children, and children of children in sessions of their own."""

    def misbehave(self, view):
        if os.fork() == 0:
            if os.fork() == 0:
                os.setsid()
            sys.argv[0] = "left-behind"
            LIBC.pause()


class LeavesChildrenAndDies(LeavesChildren):
    def misbehave(self, view):
        super().misbehave(view)
        os._exit(3)


class ComesBackTwice(Rogue):
    """Forks, and the copy plays on as well."""

    def misbehave(self, view):
        os.fork()


class ComesBackTwiceFromC(Rogue):
    def misbehave(self, view):
        LIBC.fork()


class Resigns(Rogue):
    def misbehave(self, view):
        raise sa.Resign


class Interrupts(Rogue):
    def misbehave(self, view):
        raise KeyboardInterrupt


class ChangesItsView(Rogue):
    def misbehave(self, view):
        view._numbers[:] = [0] * len(view._numbers)
        view._record.view("u1").fill(255)
        raise ValueError("done")
'''

"""Reads the events of effects in a session log, as described in Documentation/Reference/LogFormat.md, "Events"."""

from dataclasses import dataclass

from format_values import BadLog, Bytes

MAXIMUM_EVENTS = 1 << 20
# The bytes before the events of a block, where a chunk has the number of its steps.
EVENTS = b"\x80\x00"
# The flags of an event in a journal, where a step has its own.
EVENT = 0x80
BEGAN, CALLED, ELEMENT, ENDED, SENT, FINISHED, CANCELED, DROPPED = range(8)
# Events of another task than the effect's own.
OTHER_TASK = {8: CALLED, 9: SENT}
ABANDONED, INTERRUPTED = 10, 11
# In place of an effect's number, for calls of tasks that no longer know theirs.
STRAY = 0
ENDS = (FINISHED, CANCELED, ABANDONED)
VALUE, FAILURE, ERROR, CALL_CANCELED, UNKNOWN, THROWN, SAME = range(7)
# The minimum length of a result that later calls can refer to.
LARGE = 1 << 16


@dataclass
class Call:
    """A call of an endpoint. Without an endpoint, its start was lost."""

    text: str
    endpoint: dict | None
    has_ended: bool = False


class Effects:
    """The effects and calls of a log up to an event."""

    def __init__(self, header, types):
        self.endpoints, self.types = header.get("endpoints") or [], types
        self.is_enabled = "calls" in header.get("requires", ())
        self.has_strays = "interruptions" in header.get("requires", ())
        # Whether each effect has ended, by its number.
        self.has_ended = {}
        self.calls = {}
        # The bytes of the large results, by the numbers of their calls.
        self.large = {}
        self.last_effect = self.last_call = 0
        # The numbers of the previous event of a block; None in a journal, whose numbers are whole.
        self.previous = None
        # Whether effects and calls may have started in steps that the log lacks.
        self.may_be_lost = False

    def block(self, content, first, count):
        """Reads the events of a block, and yields the number of the step before each and its text."""
        content.take(len(EVENTS))
        event_count, before = content.varint(), 0
        if not 1 <= event_count <= MAXIMUM_EVENTS:
            raise BadLog(f"{content.place} has {event_count} events")
        self.previous = {"effect": 0, "call": 0, "step": 0}
        for _ in range(event_count):
            before += content.varint()
            content.varint()
            if before > count:
                raise BadLog(f"{content.place} has an event after step {before} of its {count} steps")
            step = first - 1 + before
            yield step, self.event(Bytes(content.counted(), f"an event in {content.place}"), step)
        self.previous = None

    def number(self, content, noun):
        """Reads a number, in a block as the difference from the previous one of its kind."""
        if self.previous is None:
            return content.varint()
        self.previous[noun] = (self.previous[noun] + content.zigzag()) % (1 << 64)
        return self.previous[noun]

    def event(self, content, step):
        """Checks an event after a step, and returns the text of a call or of its end, or None."""
        if not self.is_enabled:
            raise BadLog(f"{content.place} is one that its log cannot have")
        kind, effect = content.tag(INTERRUPTED + 1), self.number(content, "effect")
        kind = OTHER_TASK.get(kind, kind)
        if kind == BEGAN:
            self.check_start("effect", effect, self.last_effect)
            origin = self.number(content, "step")
            if not 1 <= origin <= step:
                raise BadLog(f"{content.place} starts an effect of step {origin} after step {step}")
        elif effect not in self.has_ended and not self.may_be_missing(effect, kind):
            raise BadLog(f"{content.place} is of effect {effect}, which did not start")
        elif self.has_ended.get(effect) and kind in ENDS:
            raise BadLog(f"{content.place} is of effect {effect}, which has ended")
        text = None
        if kind in (CALLED, ELEMENT, ENDED):
            text = self.call(kind, content)
        if not content.is_at_end:
            rest = len(content.bytes) - content.offset
            raise BadLog(f"{content.place} has {rest} bytes behind its end")
        self.has_ended[effect] = kind in ENDS or self.has_ended.get(effect, False)
        self.last_effect = max(self.last_effect, effect)
        return text

    def may_be_missing(self, effect, kind):
        """Returns whether an event can be of an effect whose start is not in the log."""
        if effect == STRAY:
            return self.has_strays and kind in (CALLED, ELEMENT, ENDED)
        return self.may_be_lost

    def check_start(self, name, number, last):
        if number <= last:
            raise BadLog(f"{name} {number} starts after {name} {last}")
        if number > last + 1 and not self.may_be_lost:
            raise BadLog(f"{name} {number} starts, and {name} {last + 1} did not")

    def call(self, kind, content):
        """Checks the part of an event that follows the effect, and returns its text."""
        number = self.number(content, "call")
        if kind == CALLED:
            return self.called(number, content)
        call = self.calls.get(number)
        if call is None and self.may_be_lost and number > 0:
            call = Call(f"call {number}", None)
        if call is None or call.has_ended:
            state = "did not start" if call is None else "has ended"
            raise BadLog(f"{content.place} is of call {number}, which {state}")
        if kind == ELEMENT:
            text = self.element(call, content)
        else:
            text = self.outcome(call, number, content)
        if not content.is_at_end:
            raise BadLog(f"{content.place} has more than the value of call {number}")
        call.has_ended = kind == ENDED
        self.calls[number] = call
        self.last_call = max(self.last_call, number)
        return call.text + text

    def called(self, number, content):
        self.check_start("call", number, self.last_call)
        index = content.varint()
        if index >= len(self.endpoints):
            raise BadLog(f"{content.place} is of endpoint {index}, which the header lacks")
        endpoint = self.endpoints[index]
        texts = [self.types.text(content, type) for type in endpoint["arguments"]]
        if not content.is_at_end:
            raise BadLog(f"{content.place} has more than the arguments of call {number}")
        text = f"{endpoint['name']}({', '.join(texts)})"
        self.calls[number] = Call(text, endpoint)
        self.last_call = number
        return text

    def element(self, call, content):
        if call.endpoint and not (call.endpoint["isStream"] and call.endpoint.get("answer")):
            raise BadLog(f"{content.place} is an element of {call.endpoint['name']}, which has none")
        return f" → element {self.value(call, 'answer', content)}"

    def outcome(self, call, number, content):
        kind = content.tag(SAME + 1)
        if kind == SAME:
            return self.same_result(call, number, content)
        if kind == VALUE:
            self.note_result(number, content.bytes[content.offset :])
        return self.own_outcome(kind, call, content)

    def same_result(self, call, number, content):
        """Returns the text of a result that is stored with an earlier call."""
        earlier = content.varint()
        if earlier not in self.large:
            if not self.may_be_lost:
                raise BadLog(f"{content.place} has the result of call {earlier}, which has no large one")
            return self.own_outcome(UNKNOWN, call, content)
        self.note_result(number, self.large[earlier])
        result = Bytes(self.large[earlier], content.place)
        text = self.own_outcome(VALUE, call, result)
        if not result.is_at_end:
            raise BadLog(f"{content.place} has more than the value of call {number}")
        return text

    def note_result(self, number, result):
        if len(result) >= LARGE:
            self.large[number] = result

    def own_outcome(self, kind, call, content):
        endpoint = call.endpoint
        if kind == VALUE:
            if endpoint and endpoint["isStream"]:
                return " → end"
            if endpoint and not endpoint.get("answer"):
                return " → ()"
            return f" → {self.value(call, 'answer', content)}"
        if kind == FAILURE:
            if endpoint and not endpoint.get("failure"):
                raise BadLog(f"{content.place} is a typed error of {endpoint['name']}, which has none")
            return f" throws {self.value(call, 'failure', content)}"
        if kind == ERROR:
            try:
                return f" throws {content.take(len(content.bytes) - content.offset).decode()}"
            except UnicodeDecodeError as error:
                raise BadLog(f"{content.place} has a text that is none: {error}") from error
        if kind == THROWN:
            content.text()
            text = content.text()
            details = content.text() if content.tag(2) else text
            # The name of the type, and the error in a form that only the app can read.
            content.text()
            content.take(len(content.bytes) - content.offset)
            return f" throws {details}"
        return " → canceled" if kind == CALL_CANCELED else " → not recorded"

    def value(self, call, key, content):
        if call.endpoint:
            return self.types.text(content, call.endpoint[key])
        # The type of the value was lost with the start of the call.
        content.take(len(content.bytes) - content.offset)
        return "?"

import { ByteReader, exact, textOf } from './bytes.js';
import { Fault } from './errors.js';
import { Memory } from './memory.js';
import { quoted, readableText } from './text.js';
import { readValue } from './values.js';
import { counted } from './wording.js';

// The kinds that occur twice: the second ones are for tasks other than the effect's own.
const eventKinds = [
  'began', 'called', 'element', 'ended', 'sent', 'finished', 'canceled', 'dropped', 'called',
  'sent', 'abandoned', 'interrupted',
];
// The kinds of events of a call.
const callKinds = ['called', 'element', 'ended'];
// The kinds of events that a task of an effect can still cause after the effect has ended.
const continuing = ['sent', 'dropped', 'interrupted'];
const outcomes = ['value', 'failure', 'error', 'canceled', 'unknown', 'thrown', 'same'];
// The minimum length of a result that later calls can refer to.
const minLargeLength = 1 << 16;
const maxCalls = 1e6;
const noCalls = [];

/** The places of effects or of calls, by their numbers. */
class Numbers {
  /** `noun` names the things in faults. */
  constructor(noun) {
    this.noun = noun;
    this.count = 0;
    this.last = 0;
    // While no number is missing, the place of a number is known without a map.
    this.places = null;
  }

  /** Returns the place of a number, or -1. */
  place(number) {
    if (this.places === null) return number >= 1 && number <= this.count ? number - 1 : -1;
    const place = this.places.get(number);
    return place === undefined ? -1 : place;
  }

  /** Adds the number of something that starts. With `mayBeLost`, lower numbers may be lost. */
  start(number, mayBeLost) {
    if (number <= this.last) {
      throw new Fault(`${this.noun} ${number} starts after ${this.noun} ${this.last}`);
    }
    const isNext = typeof number === 'number' && number === this.last + 1;
    if (!isNext && !mayBeLost) {
      throw new Fault(
        `${this.noun} ${number} starts, and ${this.noun} ${this.last + 1} did not`);
    }
    return this.add(number);
  }

  /** Adds a number whose start may be lost, and returns its place. */
  add(number) {
    if (this.count >= maxCalls) {
      throw new Fault(`it has more than ${maxCalls} ${this.noun}s, which a page cannot show`);
    }
    if (this.places === null && number !== this.count + 1) {
      this.places = new Map();
      for (let place = 0; place < this.count; place += 1) this.places.set(place + 1, place);
    }
    if (this.places !== null) this.places.set(number, this.count);
    if (number > this.last) this.last = number;
    this.count += 1;
    return this.count - 1;
  }
}

/** A call that an effect made of an endpoint. Its texts are read on demand. */
export class EffectCall {
  constructor(number, effect, definition, beganMs) {
    this.call = number;
    this.effect = effect;
    // Without a definition, the start of the call was lost.
    this.definition = definition;
    this.beganMs = beganMs;
    this.endedMs = null;
    /** The last steps before the start and the end, or `null` while the call is running. */
    this.beganAfter = 0;
    this.endedAfter = null;
    /** The step below which the call is shown. */
    this.step = 0;
    this.payload = null;
    this.start = 0;
    /** The kind of the outcome, or `null` while the call is running. */
    this.outcome = null;
    this.result = null;
    this.elementCount = 0;
    this.element = null;
  }

  /** The name of the endpoint. */
  get endpoint() {
    return this.definition === null ? `call ${this.call}` : this.definition.name;
  }

  /** The endpoint and the arguments. */
  get beginningText() {
    return `${this.endpoint}(${this.argumentsText})`;
  }

  /** The call and its result on one line. */
  get lineText() {
    const { resultText } = this;
    return resultText === null ? this.beginningText : `${this.beginningText} → ${resultText}`;
  }

  /** The arguments, separated by commas. */
  get argumentsText() {
    if (this.definition === null) return '';
    const reader = new ByteReader(this.payload, this.start);
    return this.definition.arguments.map((type) => nextText(reader, type)).join(', ');
  }

  /** The result, the error, or the elements of a stream, or `null` if there is none yet. */
  get resultText() {
    const parts = [];
    const { definition, outcome } = this;
    const isStream = definition !== null && definition.isStream;
    if (this.elementCount > 0) {
      const last = textAt(this.element, definition && definition.answer);
      parts.push(`${counted(this.elementCount, 'element')}, last ${last}`);
    } else if (isStream && outcome === 'value') {
      parts.push('no elements');
    }
    if (outcome !== null && !(isStream && outcome === 'value')) parts.push(this.outcomeText);
    return parts.length === 0 ? null : parts.join('; ');
  }

  get outcomeText() {
    const { definition, result } = this;
    switch (this.outcome) {
      case 'value': return result === null ? '()' : textAt(result, definition && definition.answer);
      case 'failure': return `throws ${textAt(result, definition && definition.failure)}`;
      case 'error': return `throws ${quoted(errorText(result))}`;
      case 'thrown':
        return `throws ${quoted(thrownText(new ByteReader(result.payload, result.start)))}`;
      case 'canceled': return 'canceled';
      default: return 'not recorded';
    }
  }
}

/** Returns a sum modulo 2⁶⁴, as a `BigInt` if a `Number` is not exact. */
function sum(number, difference) {
  const result = typeof number === typeof difference ? number + difference : -1;
  if (Number.isSafeInteger(result) && result >= 0) return result;
  return exact(BigInt.asUintN(64, BigInt(number) + BigInt(difference)));
}

function nextText(reader, type) {
  return readableText(readValue(reader, type, Memory.unlimited()), type);
}

function textAt({ payload, start }, type) {
  return type === null ? '?' : nextText(new ByteReader(payload, start), type);
}

function errorText({ payload, start, end }) {
  return textOf(payload.subarray(start, end));
}

/** Reads an error of any type, up to its value, and returns its description. */
function thrownText(reader) {
  reader.text();
  const text = reader.text();
  const details = reader.tag(2) === 1 ? reader.text() : text;
  reader.text();
  return details;
}

/** The effects of a log and their calls. Checks that the events do not contradict each other. */
export class CallLog {
  constructor(header, timeline) {
    this.header = header;
    this.timeline = timeline;
    this.effects = new Numbers('effect');
    /** The step that returned each effect, or 0 if it was lost, and whether the effect ended. */
    this.origins = [];
    this.hasEnded = [];
    this.numbers = new Numbers('call');
    this.calls = [];
    this.places = new Map();
    // The large results, by the numbers of their calls.
    this.results = new Map();
    this.mayBeLost = false;
    // The numbers of the previous events of the block.
    this.previous = null;
  }

  /** Returns the calls to show below a step. */
  of(step) {
    return this.places.get(step) || noCalls;
  }

  /** Adds the events of a block that is in the timeline. `mayBeLost` marks missing steps. */
  add({ content, payload, firstStep, startIndex, memberLength }, mayBeLost) {
    this.mayBeLost = this.mayBeLost || mayBeLost;
    const { events } = content;
    if (events === null) return;
    this.previous = { effect: 0, call: 0, step: 0 };
    for (let index = 0; index < events.count; index += 1) {
      const place = startIndex + events.before[index] - 1;
      this.addEvent(new ByteReader(payload, events.start[index], events.end[index]), {
        step: firstStep + events.before[index] - 1,
        time: this.time(place, events.elapsed[index]),
        memory: Memory.ofKeyframe(memberLength),
        memberLength,
      });
    }
  }

  /** Returns the time of an event after the step at an index, since the first step. */
  time(index, elapsed) {
    if (index >= 0) return this.timeline.time[index] + elapsed;
    // The recording began before the first step.
    return Math.max(0, elapsed - (this.timeline.count > 0 ? this.timeline.elapsed[0] : 0));
  }

  /** Reads a number as the difference from the previous one of its kind. */
  number(reader, noun) {
    this.previous[noun] = sum(this.previous[noun], reader.zigzag());
    return this.previous[noun];
  }

  addEvent(reader, context) {
    const kind = eventKinds[reader.tag(eventKinds.length)];
    const number = this.number(reader, 'effect');
    if (kind === 'began') {
      this.begin(reader, number, context.step);
      return;
    }
    const effect = this.effectAt(number, kind);
    if (kind === 'called') {
      this.call(reader, number, effect, context);
    } else if (kind === 'element' || kind === 'ended') {
      const call = this.callAt(this.number(reader, 'call'), number, effect, context);
      if (kind === 'element') this.addElement(reader, call, context);
      else this.end(reader, call, context);
    } else {
      requireEnd(reader);
      if (continuing.includes(kind)) return;
      if (this.hasEnded[effect]) throw contradiction('effect', number, 'has ended');
      this.hasEnded[effect] = true;
    }
  }

  begin(reader, number, step) {
    const origin = this.number(reader, 'step');
    requireEnd(reader);
    if (!(origin >= 1 && origin <= step)) {
      throw new Fault(`an effect of step ${origin} starts after step ${step}`);
    }
    this.addEffect(this.effects.start(number, this.mayBeLost), origin);
  }

  addEffect(place, origin) {
    this.origins[place] = origin;
    this.hasEnded[place] = false;
  }

  /** Returns the place of an effect that started, or whose start may be lost. */
  effectAt(number, kind) {
    let place = this.effects.place(number);
    // Effect 0 has the calls of tasks that no longer know their effect, and no other events.
    const isStray = this.header.hasStrayCalls && callKinds.includes(kind);
    if (number === 0 ? !isStray : place < 0 && !this.mayBeLost) {
      throw contradiction('effect', number, 'did not start');
    }
    if (place >= 0) return place;
    place = this.effects.add(number);
    this.addEffect(place, 0);
    return place;
  }

  call(reader, effectNumber, effect, { step, time, memory }) {
    const number = this.number(reader, 'call');
    const index = reader.varint32();
    const definition = this.header.endpoints[index];
    if (definition === undefined) {
      throw new Fault(`a call is of endpoint ${index}, which the header lacks`);
    }
    const start = reader.position;
    for (const type of definition.arguments) readValue(reader, type, memory);
    requireEnd(reader);
    const place = this.numbers.start(number, this.mayBeLost);
    const call = new EffectCall(number, effectNumber, definition, time);
    Object.assign(call, { payload: reader.bytes, start });
    this.show(place, call, effect, step);
  }

  /** Shows a call below the step that returned its effect, or below the step before the call. */
  show(place, call, effect, step) {
    const origin = this.origins[effect];
    call.beganAfter = step;
    call.step = origin > 0 && this.timeline.index(origin) >= 0 ? origin : step;
    this.calls[place] = call;
    const shown = this.places.get(call.step);
    if (shown === undefined) this.places.set(call.step, [call]);
    else shown.push(call);
  }

  /** Returns a call that started and did not end, or whose start may be lost. */
  callAt(number, effectNumber, effect, { step, time }) {
    const place = this.numbers.place(number);
    if (place < 0) {
      if (!this.mayBeLost || number === 0) throw contradiction('call', number, 'did not start');
      const call = new EffectCall(number, effectNumber, null, time);
      this.show(this.numbers.add(number), call, effect, step);
      return call;
    }
    const call = this.calls[place];
    if (call.outcome !== null) throw contradiction('call', number, 'has ended');
    return call;
  }

  addElement(reader, call, { memory }) {
    const { definition } = call;
    if (definition !== null && !(definition.isStream && definition.answer !== null)) {
      throw new Fault(`call ${call.call} has an element, and ${definition.name} returns no stream`);
    }
    call.element = checkedValue(reader, definition && definition.answer, memory);
    call.elementCount += 1;
  }

  end(reader, call, context) {
    const outcome = outcomes[reader.tag(outcomes.length)];
    if (outcome !== 'same') {
      this.endWith(outcome, reader, call, context);
      return;
    }
    const number = reader.varint();
    requireEnd(reader);
    const earlier = this.results.get(number);
    if (earlier !== undefined) {
      const { payload, start, end, memberLength } = earlier;
      const memory = Memory.ofKeyframe(memberLength);
      const same = { ...context, memory, memberLength };
      this.endWith('value', new ByteReader(payload, start, end), call, same);
    } else {
      if (!this.mayBeLost) {
        throw new Fault(`a result is that of call ${number}, which has no large one`);
      }
      this.endWith('unknown', reader, call, context);
    }
  }

  endWith(outcome, reader, call, { step, time, memory, memberLength }) {
    const { definition } = call;
    let result = null;
    if (outcome === 'value' && reader.remaining >= minLargeLength) {
      const { bytes: payload, position: start, end } = reader;
      this.results.set(call.call, { payload, start, end, memberLength });
    }
    if (outcome === 'failure' && definition !== null && definition.failure === null) {
      throw new Fault(`call ${call.call} has a typed error, and ${definition.name} has none`);
    }
    const hasValue = outcome === 'failure' || outcome === 'value'
      && (definition === null ? !reader.isAtEnd
        : !definition.isStream && definition.answer !== null);
    if (hasValue) {
      const key = outcome === 'value' ? 'answer' : 'failure';
      result = checkedValue(reader, definition && definition[key], memory);
    } else if (outcome === 'error') {
      const start = reader.position;
      result = { payload: reader.bytes, start, end: reader.end };
      if (errorText(result) === null) throw new Fault(`the text at byte ${start} is not UTF-8`);
    } else if (outcome === 'thrown') {
      result = { payload: reader.bytes, start: reader.position, end: reader.end };
      thrownText(reader);
    } else {
      requireEnd(reader);
    }
    Object.assign(call, { endedMs: time, endedAfter: step, outcome, result });
  }
}

/** Returns the place of a value that takes the rest of an event. Its type may be lost. */
function checkedValue(reader, type, memory) {
  const start = reader.position;
  if (type !== null) {
    readValue(reader, type, memory);
    requireEnd(reader);
  }
  return { payload: reader.bytes, start, end: reader.end };
}

/** Returns the fault of an event that contradicts an earlier one. */
function contradiction(noun, number, state) {
  return new Fault(`an event is of ${noun} ${number}, which ${state}`);
}

function requireEnd(reader) {
  if (!reader.isAtEnd) throw new Fault(`an event has ${reader.remaining} bytes too many`);
}

import { ByteReader } from './bytes.js';
import { badValue } from './errors.js';
import { Memory } from './memory.js';
import { readValue } from './values.js';
import { counted } from './wording.js';

const kinds = [
  'none', 'send', 'run', 'merge', 'concatenate', 'cancellable', 'cancel', 'sendBytes', 'sendName',
  'cancellable', 'cancel',
];
const firstTyped = 9;
const maxInChunk = 1 << 18;
const maxShown = 1000;

/** A limit on the effects in the rows of a chunk. */
export class EffectBudget {
  constructor() {
    this.left = maxInChunk;
  }

  /** Counts an effect. */
  take(offset) {
    if (this.left <= 0) {
      throw badValue('effect', `its chunk has more than ${maxInChunk} effects`, offset);
    }
    this.left -= 1;
  }
}

/** Reads the shape of an effect. */
export function readEffect(reader, budget) {
  budget.take(reader.position);
  reader.enter();
  const tag = reader.tag(kinds.length);
  const kind = kinds[tag];
  const effect = { kind };
  if (kind === 'merge' || kind === 'concatenate') {
    effect.parts = [];
    for (let left = reader.count(); left > 0; left -= 1) {
      effect.parts.push(readEffect(reader, budget));
    }
  } else if (kind === 'cancellable') {
    readIdentity(effect, tag, reader);
    effect.cancelInFlight = reader.tag(2) === 1;
    effect.part = readEffect(reader, budget);
  } else if (kind === 'cancel') {
    readIdentity(effect, tag, reader);
  } else if (kind === 'sendBytes') {
    effect.bytes = reader.counted();
  } else if (kind === 'sendName') {
    effect.name = reader.text();
  }
  reader.leave();
  return effect;
}

function readIdentity(effect, tag, reader) {
  effect.id = reader.text();
  if (tag >= firstTyped) effect.idType = reader.text();
}

/** Returns an effect on one line, as written in a reducer. */
export function effectText(effect, header, actionText) {
  return new EffectPrinter(header, actionText).text(effect);
}

class EffectPrinter {
  constructor(header, actionText) {
    this.header = header;
    this.actionText = actionText;
    this.left = maxShown;
    this.memory = new Memory();
  }

  text(effect) {
    this.left -= 1;
    switch (effect.kind) {
      case 'merge': case 'concatenate': return `${effect.kind}(${this.list(effect.parts)})`;
      case 'cancel': return `cancel(id: ${effect.id})`;
      case 'sendName': return `send(${effect.name})`;
      case 'sendBytes': return this.sent(effect.bytes);
      case 'cancellable': {
        const cancels = effect.cancelInFlight ? ', cancelInFlight: true' : '';
        return `${this.text(effect.part)}.cancellable(id: ${effect.id}${cancels})`;
      }
      default: return effect.kind;
    }
  }

  list(parts) {
    const texts = [];
    for (const part of parts) {
      if (this.left <= 0) {
        texts.push(`… and ${counted(parts.length - texts.length, 'more effect')}`);
        break;
      }
      texts.push(this.text(part));
    }
    return texts.join(', ');
  }

  sent(bytes) {
    const reader = new ByteReader(bytes);
    try {
      const action = readValue(reader, this.header.action, this.memory);
      return reader.isAtEnd ? `send(${this.actionText(action)})` : 'send';
    } catch (error) {
      return 'send';
    }
  }
}

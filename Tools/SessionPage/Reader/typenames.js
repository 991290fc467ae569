import { writtenName } from './names.js';

const names = { double: 'Double', string: 'String', float: 'Float', bool: 'Bool', data: 'Data',
  date: 'Date', uuid: 'UUID', url: 'URL' };

/** Returns a type as Swift writes it, with short names: `[Int]`, `Set<String>`, `Alert?`. */
export function typeName(type) {
  switch (type.kind) {
    case 'signed': return type.bits === 64 ? 'Int' : `Int${type.bits}`;
    case 'unsigned': return type.bits === 64 ? 'UInt' : `UInt${type.bits}`;
    case 'optional': return `${typeName(type.wrapped)}?`;
    case 'array': return `[${typeName(type.element)}]`;
    case 'identifiedArray': return `IdentifiedArray<${typeName(type.element)}>`;
    case 'set': return `Set<${typeName(type.element)}>`;
    case 'dictionary': return `[${typeName(type.key)}: ${typeName(type.value)}]`;
    case 'tuple': return fieldsName(type.fields);
    case 'struct': case 'enum': case 'json': return type.shortName;
    default: return names[type.kind];
  }
}

function fieldsName(fields) {
  const texts = fields.map(({ name, type }) => {
    const text = typeName(type);
    return name === null ? text : `${writtenName(name)}: ${text}`;
  });
  return `(${texts.join(', ')})`;
}

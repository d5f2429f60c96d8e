import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { parse } from 'yaml'
import { record } from './record.ts'

/** Where a value does not fit the schema of this name, as readable lines; none when it fits. */
export type Misfits = (name: string, value: unknown) => string[]

/**
 * Checks values by the schemas of an API description in YAML (OpenAPI 3). Patterns must match whole: the text of API Pix says
 * so, although its patterns lack anchors. Slashes around a pattern are a known slip of its 2.9.0 (CPF), and are taken off. Of
 * formats only moments are checked: it calls `location` a URI, and its own examples have no scheme.
 */
export function readDescription(source: string): { names: string[]; misfits: Misfits } {
  const { components } = parse(source, anchored) as { components: { schemas: object } }
  const ajv = new Ajv({ strict: false, allErrors: true })
  formats.default(ajv, ['date-time'])
  ajv.addSchema({ components }, 'api')
  return {
    names: Object.keys(components.schemas),
    misfits: (name, value) => {
      const check = ajv.getSchema(`api#/components/schemas/${name}`)
      if (!check) throw new Error(`the description has no schema ${name}`)
      if (check(value) === true) return []
      return (check.errors ?? []).map(
        ({ instancePath, keyword, params, message }) =>
          `${instancePath}${keyword === 'required' ? `/${String(record(params)['missingProperty'])}` : ''}: ${message}`,
      )
    },
  }
}

const anchored = (key: unknown, value: unknown): unknown =>
  key === 'pattern' && typeof value === 'string' ? `^(?:${value.replace(/^\/(.*)\/$/, '$1')})$` : value

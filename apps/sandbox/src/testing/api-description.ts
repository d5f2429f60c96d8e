import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { parse } from 'yaml'
import { record } from './record.ts'

/** Where a value does not fit the named schema, as readable lines; empty if it fits. */
export type Misfits = (name: string, value: unknown) => string[]

/**
 * Validates values against the schemas of an OpenAPI 3 description in YAML. Patterns must match the whole value: the
 * text of API Pix says so, although its patterns lack anchors. Slashes around a pattern are a known mistake of its
 * 2.9.0 (CPF) and are removed. Of formats only dates and times are checked: it declares `location` a URI, but its
 * examples have no scheme.
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

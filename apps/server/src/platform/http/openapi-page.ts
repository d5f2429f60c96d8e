type Json = Record<string, unknown>

type Operation = {
  summary?: string
  security?: unknown
  requestBody?: Json
  responses?: Json
  parameters?: Json[]
  /** Programs that make the call, by language. */
  'x-codeSamples'?: { lang: string; source: string }[]
}

/** The OpenAPI document as a page for people: one section a call, its schemas as they are. No scripts. */
export function openApiPage(document: Json, documentPath = '/api/openapi.json'): string {
  const info = document['info'] as { title: string; description: string }
  const paths = document['paths'] as Record<string, Record<string, Operation>>
  const sections = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => section(method, path, operation)),
  )
  return [
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escape(info.title)}</title>`,
    '<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/api/docs.css">',
    `<main><h1>${escape(info.title)}</h1><p>${escape(info.description)}</p>`,
    `<p><a href="${documentPath}">openapi.json</a></p>`,
    ...sections,
    '</main></html>',
  ].join('\n')
}

function section(method: string, path: string, operation: Operation): string {
  const { summary = '', security, parameters, requestBody, responses } = operation
  const samples = (operation['x-codeSamples'] ?? []).map(
    ({ lang, source }) => `<details><summary>${escape(lang)}</summary><pre>${escape(source)}</pre></details>`,
  )
  const parts = { ...(parameters ? { parameters } : {}), ...(requestBody ? { requestBody } : {}), responses }
  return [
    `<section><h2><code>${method.toUpperCase()} ${escape(path)}</code></h2>`,
    `<p>${escape(summary)}${security ? ' · <b>Authorization</b>' : ''}</p>`,
    `<details><summary>schema</summary><pre>${escape(JSON.stringify(parts, undefined, 2))}</pre></details>`,
    ...samples,
    '</section>',
  ].join('')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escape = (text: string) => text.replace(/[&<>"]/g, (mark) => entities[mark] ?? mark)

/** The page's style: system fonts, dark or light as the reader has it. */
export const openApiStyle = `
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 }
main { max-width: 60rem; margin: auto; padding: 1rem }
h2 { font-size: 1rem; margin: 1.5rem 0 0 }
pre { overflow: auto; padding: 1rem; border: 1px solid }
`

import { QueryClientProvider } from '@tanstack/react-query'
import { createElement, isValidElement, type ReactElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { queryClient } from './query.ts'

type Props = Record<string, unknown> & { children?: ReactNode }
type Noted = { type: unknown; props: Props }

let noted: Noted[] = []

/**
 * React's own way to make elements, which also notes them. For tests, in place of `react/jsx-dev-runtime`: what is
 * drawn to text has no page to press on, so what a button does is found where it was made.
 */
export const noting = <R extends { jsxDEV: (...made: never[]) => unknown }>(runtime: R): R => ({
  ...runtime,
  jsxDEV: (...made: [type: unknown, props: Props, ...rest: unknown[]]) => {
    noted.push({ type: made[0], props: made[1] })
    return runtime.jsxDEV(...(made as never[]))
  },
})

/** Draws a part of the app at an address as it first comes to sight: its markup, its words, and what is in it to press. */
export const draw = (element: ReactElement, address = '/home') => {
  noted = []
  const [path = '', search = ''] = address.split('?')
  const html = renderToStaticMarkup(
    createElement(
      QueryClientProvider,
      { client: queryClient },
      createElement(Router, { ssrPath: path, ssrSearch: search }, element),
    ),
  )
  const parts = noted
  const find = (type: string, name: string): Props => {
    const part = parts.find((each) => each.type === type && nameOf(each.props) === name)
    if (!part) throw new Error(`no ${type} is called "${name}" in: ${wordsOf(html)}`)
    return part.props
  }
  return {
    html,
    words: wordsOf(html),
    press: (name: string) => (find('button', name)['onClick'] as (event: object) => void)({}),
    /** Types into a field, found by its `name`. */
    type: (name: string, value: string) => {
      const field = parts.find((each) => each.type === 'input' && each.props['name'] === name)
      ;(field?.props['onChange'] as (event: object) => void)({ target: { value } })
    },
    submit: () => {
      const form = parts.find(({ type }) => type === 'form')
      ;(form?.props['onSubmit'] as (event: object) => void)({ preventDefault: () => undefined })
    },
  }
}

const nameOf = (props: Props): string => String(props['aria-label'] ?? textOf(props.children)).trim()

const textOf = (node: ReactNode): string => {
  if (Array.isArray(node)) return node.map((each: ReactNode) => textOf(each)).join('')
  if (isValidElement<Props>(node)) return textOf(node.props.children)
  return typeof node === 'string' || typeof node === 'number' ? String(node) : ''
}

const marks: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

/** What is read: without tags, each part apart, any blank as one space. */
const wordsOf = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&([#\w]+);/g, (_, mark: string) => marks[mark] ?? ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentProps, createElement, isValidElement, type ReactElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { queryClient } from '../query.ts'

type Props = Record<string, unknown> & { children?: ReactNode }
type Noted = { type: unknown; props: Props }

let noted: Noted[] = []

type Make = (type: unknown, props: Props, ...rest: unknown[]) => unknown

/**
 * React's JSX functions, which also record the elements. In tests they replace `react/jsx-dev-runtime`: rendered text
 * has no buttons to press, so handlers are found where they were created.
 */
export const noting = <R extends { jsxDEV: Make }>(runtime: R) => ({
  ...runtime,
  jsxDEV: (type: unknown, props: Props, ...rest: unknown[]) => {
    noted.push({ type, props })
    return runtime.jsxDEV(type, props, ...rest)
  },
})

type Kept = { value?: unknown; over?: readonly unknown[]; end?: unknown }

let kept = new Map<string, Kept>()
let calls = new Map<string, number>()

/** A hook's kept value, identified by its calling line and its occurrence in this render. */
const keptHere = (): Kept => {
  const [, , , line = ''] = new Error('only to know where').stack?.split('\n') ?? []
  const nth = (calls.get(line) ?? 0) + 1
  calls.set(line, nth)
  const mine = kept.get(`${line} ${nth}`) ?? {}
  kept.set(`${line} ${nth}`, mine)
  return mine
}

/**
 * React's hooks for text rendering, which never mounts: state lasts between renders of a component, and effects run
 * when called. In tests they replace `react`.
 */
export const living = <R extends object>(react: R) => ({
  ...react,
  useState: (first: unknown) => {
    const mine = keptHere()
    if (!('value' in mine)) mine.value = typeof first === 'function' ? (first as () => unknown)() : first
    const set = (next: unknown) => {
      mine.value = typeof next === 'function' ? (next as (now: unknown) => unknown)(mine.value) : next
    }
    return [mine.value, set]
  },
  useReducer: (reduce: (now: unknown, event: unknown) => unknown, first: unknown) => {
    const mine = keptHere()
    if (!('value' in mine)) mine.value = first
    return [mine.value, (event: unknown) => void (mine.value = reduce(mine.value, event))]
  },
  useEffect: (begin: () => unknown, over?: readonly unknown[]) => {
    const mine = keptHere()
    if (over && mine.over && over.every((each, index) => Object.is(each, mine.over?.[index]))) return
    if (typeof mine.end === 'function') (mine.end as () => void)()
    mine.over = over ?? []
    mine.end = begin()
  },
  useEffectEvent: (listener: unknown) => listener,
})

/** Renders a part of the app at an address as it first appears: its markup, its words, and its pressable elements. */
export const draw = (element: ReactElement, address = '/home') => {
  const [path = '', search = ''] = address.split('?')
  // The types want the children inside; here they are beside.
  const place = { ssrPath: path, ssrSearch: search } as ComponentProps<typeof Router>
  kept = new Map()
  let html = ''
  let parts: readonly Noted[] = []
  const again = () => {
    noted = []
    calls = new Map()
    html = renderToStaticMarkup(
      createElement(QueryClientProvider, { client: queryClient }, createElement(Router, place, element)),
    )
    parts = noted
  }
  again()
  const last = (what: string, fits: (part: Noted) => boolean): Props => {
    const part = parts.findLast(fits)
    if (!part) throw new Error(`there is no ${what} in: ${wordsOf(html)}`)
    return part.props
  }
  const inputProps = (name: string) =>
    last(`field ${name}`, ({ type, props }) => type === 'input' && props['name'] === name)
  return {
    get html() {
      return html
    },
    get words() {
      return wordsOf(html)
    },
    /** Renders it again with its kept state if its hooks are `living`. */
    again,
    /** Presses the button of this name, the last if there are several. */
    press: (name: string, event: object = {}) =>
      call(
        last(`button ${name}`, ({ type, props }) => type === 'button' && nameOf(props) === name)['onClick'],
        event,
      ),
    /** Types into a field, found by its `name`. */
    type: (name: string, value: string) => call(inputProps(name)['onChange'], { target: { value } }),
    /** Checks the box, the last if there are several. */
    tick: () => call(last('box', isBox)['onChange'], { target: { checked: true } }),
    /** Unchecks the box. */
    untick: () => call(last('box', isBox)['onChange'], { target: { checked: false } }),
    submit: () =>
      call(last('form', ({ type }) => type === 'form')['onSubmit'], { preventDefault: () => undefined }),
  }
}

const isBox = ({ type, props }: Noted): boolean => type === 'input' && props['type'] === 'checkbox'

const call = (handler: unknown, event: object = {}): void => {
  if (typeof handler !== 'function') throw new Error('nothing happens here')
  handler(event)
}

const nameOf = ({ 'aria-label': label, children }: Props): string =>
  (typeof label === 'string' ? label : textOf(children)).trim()

const textOf = (node: ReactNode): string => {
  if (Array.isArray(node)) return node.map((each: ReactNode) => textOf(each)).join('')
  if (isValidElement<Props>(node)) return textOf(node.props.children)
  return typeof node === 'string' || typeof node === 'number' ? String(node) : ''
}

const marks: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

/** The readable text: without tags, parts separated, whitespace collapsed. */
const wordsOf = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&([#\w]+);/g, (_, mark: string) => marks[mark] ?? ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

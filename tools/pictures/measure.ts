import type { Page } from 'playwright-core'

/**
 * Unreadable text on the visible page: beyond the screen's side, clipped, ending in an ellipsis, broken inside a word,
 * overlapping other words, or a missing text's key. A word may break at a hyphen. Text in scrollable parts is
 * reachable, and that of a part with `data-brief` is complete at its link target. A moving strip is hidden from screen
 * readers, and may be clipped.
 */
export const unreadable = (page: Page): Promise<string[]> => page.evaluate(measure)

/** Runs in the page. Boxes may extend a pixel and a half: letters do, and are readable. */
const measure = `(() => {
  const slack = 1.5
  // Parts the browser skips off screen (content-visibility) have an estimated size.
  const SHOWN = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }
  const found = new Set()
  const seen = []
  const top = document.querySelector('dialog[open]') ?? document.body
  const root = document.documentElement
  const cuts = (overflow) => overflow === 'hidden' || overflow === 'clip'

  /** Fixed and sticky elements have other text below. */
  const layerOf = (part) => {
    for (let each = part; each; each = each.parentElement)
      if (['fixed', 'sticky', 'absolute'].includes(getComputedStyle(each).position)) return each
    return null
  }

  /**
   * How the ancestors treat this box: hidden in a one-pixel part for screen readers; away if outside of what clips or
   * scrolls; else by the innermost clipping part.
   */
  const placeOf = (part, box) => {
    let wrong
    let reaches = false
    const isForShow = part.closest('[aria-hidden=true]') !== null
    for (let each = part; each && each !== root; each = each.parentElement) {
      const style = getComputedStyle(each)
      const edge = each.getBoundingClientRect()
      if (style.display === 'inline' || style.display === 'contents') continue
      if (edge.width <= 1 || edge.height <= 1 || style.clipPath !== 'none') return 'hidden'
      const holdsX = style.overflowX !== 'visible' && (box.left >= edge.right - slack || box.right <= edge.left + slack)
      const holdsY = style.overflowY !== 'visible' && (box.top >= edge.bottom - slack || box.bottom <= edge.top + slack)
      if (holdsX || holdsY) return 'away'
      const lean = box.height * 0.3
      const isPastX = box.right > edge.right + slack || box.left < edge.left - slack
      const isPastY = box.bottom > edge.bottom + lean || box.top < edge.top - lean
      if (style.textOverflow === 'ellipsis' && cuts(style.overflowX) && each.scrollWidth > each.clientWidth + 1)
        wrong ??= 'ends in dots'
      if (!reaches && !isForShow && cuts(style.overflowX) && isPastX) wrong ??= 'cut sideways'
      if (!reaches && !isForShow && cuts(style.overflowY) && isPastY) wrong ??= 'cut below'
      if (/auto|scroll/.test(style.overflow) || (isForShow && cuts(style.overflowX))) reaches = true
      if (each.tagName === 'DIALOG' || style.position === 'fixed') break
    }
    const isPast = !reaches && (box.right > innerWidth + slack || box.left < -slack)
    return wrong ?? (isPast ? 'past the screen' : undefined)
  }

  /** A box's visible part: the rest is behind a scrolling edge, where other words may be. */
  const inSight = (part, box) => {
    let { left, right, top, bottom } = box
    for (let each = part; each && each !== root; each = each.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(each)
      const edge = each.getBoundingClientRect()
      if (/auto|scroll/.test(overflowX)) {
        left = Math.max(left, edge.left)
        right = Math.min(right, edge.right)
      }
      if (/auto|scroll/.test(overflowY)) {
        top = Math.max(top, edge.top)
        bottom = Math.min(bottom, edge.bottom)
      }
    }
    return { left, right, top, bottom, height: box.height }
  }

  /** Whether a part clamps its lines. */
  const hasClamp = (part) => {
    const { webkitLineClamp } = getComputedStyle(part)
    return webkitLineClamp !== 'none' && part.scrollHeight > part.clientHeight + 2
  }

  /** Where a word continues on another line: allowed after a hyphen. */
  const isBroken = (node, index, word) => {
    const range = document.createRange()
    let top
    for (let at = 0; at < word.length; at += 1) {
      range.setStart(node, index + at)
      range.setEnd(node, index + at + 1)
      // The first letter of a line also has a box behind the hyphen.
      const box = [...range.getClientRects()].findLast(({ width }) => width >= 1)
      if (word[at] === '\\u00ad' || !box) continue
      if (top !== undefined && box.top > top + box.height / 2 && word[at - 1] !== '\\u00ad') return true
      top = box.top
    }
    return false
  }

  /** Words, and amounts with their symbol: *R$ 1.000,00*, *100,00 R$*. */
  const WHOLE = /[\\p{Script=Latin}\\p{Script=Cyrillic}\\u00ad]{3,}|R\\$\\s?\\d[\\d.,]*|\\d[\\d.,\\u00a0\\u202f]*\\s?R\\$/gu

  /** The first word broken without a hyphen; addresses and seeds may be. */
  const brokenWord = (node) => {
    if (/@|:\\/\\//.test(node.textContent) || node.parentElement.closest('code')) return undefined
    for (const { 0: word, index } of node.textContent.matchAll(WHOLE)) {
      if (isBroken(node, index, word)) return word
    }
    return undefined
  }
  const keepsWords = innerWidth >= 320

  /** Shown in place of a text that was not loaded. */
  const isTextKey = /^(?:account|app|auto|climbs|games|home|markets|messages|play|proofs|protection|rewards|rooms|scores|sportsbook|support|wallet)(?:\\.[A-Za-z0-9]+){2,3}$/

  const isOver = (one, other) => {
    if (one.part === other.part || one.layer !== other.layer) return false
    if (one.part.contains(other.part) || other.part.contains(one.part)) return false
    const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
    const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
    return width > 3 && height > Math.min(one.box.height, other.box.height) * 0.4
  }

  if (root.scrollWidth > innerWidth) found.add('the page is ' + root.scrollWidth + ' wide on ' + innerWidth)
  for (const part of top.tagName === 'DIALOG' ? [top, ...top.children] : [])
    if (part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 2)
      found.add('the sheet is ' + part.scrollWidth + ' wide on ' + part.clientWidth)
  const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const part = node.parentElement
    const words = node.textContent.trim()
    if (!part || !words || !part.checkVisibility(SHOWN)) continue
    if (part.closest('svg, canvas, noscript, script, style, option')) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const boxes = [...range.getClientRects()].filter(({ width, height }) => width >= 2 && height >= 2)
    const places = boxes.map((box) => placeOf(part, box))
    // Completely hidden words are waiting: the next card, a row without room.
    if (places.every((place) => place === 'away' || place === 'hidden')) continue
    const wrong = places.find((place) => place !== undefined && place !== 'hidden' && place !== 'away') ??
      (hasClamp(part) && places.includes('away') ? 'cut' : undefined)
    if (wrong && !part.closest('[data-brief]')) found.add(wrong + ': "' + words.slice(0, 60) + '"')
    if (isTextKey.test(words)) found.add('a text that did not come: "' + words + '"')
    const broken = keepsWords && !wrong && boxes.length > 1 && brokenWord(node)
    if (broken) found.add('broken: "' + broken + '"')
    if (wrong || part.closest('[aria-hidden=true]')) continue
    boxes.forEach((box, at) => {
      if (places[at] === undefined) seen.push({ words, box: inSight(part, box), part, layer: layerOf(part) })
    })
  }
  seen.forEach((one, at) => {
    const over = seen.slice(at + 1).find((other) => isOver(one, other))
    if (over) found.add('over each other: "' + one.words.slice(0, 40) + '" and "' + over.words.slice(0, 40) + '"')
  })
  return [...found]
})()`

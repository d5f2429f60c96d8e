import { type Tree, withoutComments } from './files.ts'
import { STYLED } from './plan.ts'

/** Separate pages: the payment page, and the studio's games. */
const MIRRORED = [...STYLED, 'apps/server/src/cashier/pay-page/', 'apps/studio/web/']

/** CSS properties and values that name a side of the screen, including corners. */
const IN_SHEETS =
  /(?<![\w-])(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)|border-(?:top|bottom)-(?:left|right)-radius|(?:text-align|float|clear):\s*(?:left|right)|border-radius:(?: [^\s;]+){2,})|(?<=^\s*|[{;]\s*)(?:left|right)(?=:)/m
/** Such utilities, and inline styles. */
const IN_PARTS =
  /\b(?:margin|padding|border)(?:(?:Top|Bottom)?(?:Left|Right))\w*|\btextAlign: '(?:left|right)'|(?<=[\s"'`:])\[(?:[\w-]+-)?(?:left|right)[\w-]*:|style=\{\{[^}]*?\b(?:left|right):|(?<=[\s"'`:])-?(?:m[lr]|p[lr]|scroll-[mp][lr]|left|right|border-[lr]|rounded-(?:[lr]|[tb][lr]))-[\w[(.]+|(?<=[\s"'`:])border-[lr](?=[\s"'`])|(?<=[\s"'`:])(?:text|float|clear)-(?:left|right)\b/

/** Code that names left or right: in a right-to-left script it would be on the wrong side. */
export const untidySides = (tree: Tree): string[] =>
  [...tree].flatMap(([file, text]) => {
    const sided = file.endsWith('.css') ? IN_SHEETS : /\.tsx?$/.test(file) ? IN_PARTS : undefined
    if (!sided || !MIRRORED.some((folder) => file.startsWith(folder))) return []
    const found = sided.exec(withoutComments(text))?.[0]
    return found
      ? [`${file}: "${found.trim()}" found; say start or end, so that the page can be mirrored`]
      : []
  })

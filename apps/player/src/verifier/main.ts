import { checkFile } from './check-file.ts'
import { element, showFile } from './show-file.ts'
import { language, words } from './words.ts'

/**
 * The page that verifies a file of rounds without a network: it reads the chosen file, recomputes it, and
 * shows the findings.
 */
function openPage(): void {
  document.documentElement.lang = language
  document.title = words('title')
  const result = element('section')
  result.setAttribute('aria-live', 'polite')
  const input = element('input')
  input.type = 'file'
  input.accept = '.json,application/json'
  // Lets the same file be chosen again: it may have been saved anew.
  input.addEventListener('click', () => (input.value = ''))
  input.addEventListener('change', () => {
    const [file] = input.files ?? []
    if (file) void read(file, result)
  })
  const main = element(
    'main',
    element('h1', words('title')),
    element('p', words('lead')),
    element('label', words('choose'), ' ', input),
    result,
  )
  document.body.replaceChildren(main)
}

async function read(file: File, result: HTMLElement): Promise<void> {
  const checked = await checkFile(await file.text())
  result.replaceChildren(...(checked ? showFile(checked) : [element('p', words('unreadable'))]))
}

openPage()

import { Icon, IconButton } from '@palpite/ui'
import { openOverlay } from '../overlays.ts'
import { useShortcut } from '../shortcuts.ts'
import { useText } from '../text/text.ts'

/** Opens the search, as "/" does on a keyboard. In a wide bar it looks like a field. */
export function SearchButton() {
  const t = useText()
  const open = () => openOverlay('search')
  useShortcut('/', open)
  return (
    <>
      <IconButton
        icon="magnifying-glass"
        label={t('sportsbook.search.button')}
        onClick={open}
        className="tree-wide:hidden"
      />
      <button
        type="button"
        onClick={open}
        className="hairline hidden min-h-40 w-230 shrink-0 cursor-pointer items-center gap-8 rounded-14 bg-surface-1 px-12 text-13 text-text-2 hover:bg-surface-2 hover:text-text tree-wide:flex"
      >
        <Icon name="magnifying-glass" className="size-18" />
        <span className="flex-1 truncate text-start">{t('sportsbook.search.field')}</span>
        <kbd aria-hidden="true" className="rounded-6 bg-surface-3 px-6 py-1 text-11 pointer-coarse:hidden">
          /
        </kbd>
      </button>
    </>
  )
}

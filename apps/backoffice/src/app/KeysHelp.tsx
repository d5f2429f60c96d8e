import { Sheet } from '@palpite/ui'
import { type TextKey, useText } from '../shared/text.ts'

const keys: readonly (readonly [key: string, does: TextKey])[] = [
  ['/', 'keys.search.does'],
  ['j', 'keys.next.does'],
  ['k', 'keys.previous.does'],
  ['Enter', 'keys.open.does'],
  ['Esc', 'keys.close.does'],
  ['x', 'keys.mark.does'],
  ['← →', 'keys.price.does'],
  ['e', 'keys.edit.does'],
  ['l', 'keys.limits.does'],
  ['m', 'keys.keep.does'],
  ['s', 'keys.suspend.does'],
  ['r', 'keys.reopen.does'],
  ['?', 'keys.help.does'],
]

/** The keyboard shortcuts and their actions. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  const t = useText()
  return (
    <Sheet title={t('keys.help.title')} closeLabel={t('drawer.close.label')} onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-16 gap-y-10 px-16 pb-20 text-14">
        {keys.map(([key, does]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="hairline inline-grid min-h-28 min-w-28 place-items-center rounded-8 bg-surface-2 px-8 text-13 font-600">
                {key}
              </kbd>
            </dt>
            <dd className="text-text-2">{t(does)}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  )
}

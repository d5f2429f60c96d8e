import { arrowStep, Avatar, avatarCount, Sheet } from '@palpite/ui'
import { type KeyboardEvent, useRef } from 'react'
import { closeOverlay } from '../../shared/overlays.ts'
import { useText } from '../../shared/text/text.ts'
import { useUser } from '../../shared/use-user.ts'
import { chooseAvatar } from './choose-avatar.ts'

const columns = 6

/** The 36 avatars. One tap selects and closes; arrow keys move. */
export function AvatarPicker() {
  const t = useText()
  const current = useUser()?.header ?? 0
  const grid = useRef<HTMLDivElement>(null)

  const onKeyDown = (event: KeyboardEvent) => {
    const step = arrowStep(event, columns)
    const buttons = [...(grid.current?.querySelectorAll('button') ?? [])]
    const at = buttons.findIndex((button) => button === document.activeElement)
    if (step === undefined || at < 0) return
    event.preventDefault()
    buttons[at + step]?.focus()
  }

  return (
    <Sheet title={t('app.avatar.title')} closeLabel={t('app.close.label')} onClose={closeOverlay}>
      <div
        ref={grid}
        role="group"
        aria-label={t('app.avatar.title')}
        className="grid grid-cols-6 gap-8 px-12 pt-6"
      >
        {Array.from({ length: avatarCount }, (_, index) => (
          <button
            key={index}
            type="button"
            tabIndex={index === current ? 0 : -1}
            aria-pressed={index === current}
            onKeyDown={onKeyDown}
            aria-label={t('app.avatar.name', { number: index + 1 })}
            onClick={() => {
              closeOverlay()
              void chooseAvatar(index)
            }}
            className="cursor-pointer rounded-14 p-2 transition-transform duration-(--dur-1) hover:bg-surface-3 active:scale-95 aria-pressed:ring-brand"
          >
            <Avatar index={index} className="aspect-square w-full rounded-11" />
          </button>
        ))}
      </div>
    </Sheet>
  )
}

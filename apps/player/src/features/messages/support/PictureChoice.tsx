import { IconButton } from '@palpite/ui'
import { useRef } from 'react'
import { useText } from '../../../shared/text/text.ts'

/** A button to choose a photo from gallery or camera. */
export function PictureChoice({ onChoose }: { onChoose: (file: File) => void }) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton icon="image" label={t('support.picture.add')} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        name="picture"
        accept="image/jpeg,image/png,image/webp"
        aria-label={t('support.picture.add')}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = '' // the same photo may be chosen again
          if (file) onChoose(file)
        }}
      />
    </>
  )
}

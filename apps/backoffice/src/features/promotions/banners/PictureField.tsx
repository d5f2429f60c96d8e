import { useId, useState } from 'react'
import { useCommand } from '../../../shared/ask-again.ts'
import { wordsOf } from '../../../shared/failure.ts'
import { say } from '../../../shared/notices.ts'
import { useText } from '../../../shared/text.ts'

type Props = { pictureId: string; onPicture: (pictureId: string) => void }

/** The largest file that the server takes. */
const MAX_BYTES = 1_500_000

/** Uploads the picture of a banner as soon as it is chosen: the preview shows what the server kept of it. */
export function PictureField({ pictureId, onPicture }: Props) {
  const t = useText()
  const id = useId()
  const [name, setName] = useState('')
  const command = useCommand('POST /api/backoffice/banners/pictures')
  const send = async (file: File | undefined) => {
    if (!file) return
    if (file.size > MAX_BYTES) return say(t('banners.picture.large'), 'failed')
    setName(file.name)
    command.mutate(
      { body: { picture: await base64Of(file) } },
      {
        onSuccess: (kept) => onPicture(kept.pictureId),
        onError: (error) => say(wordsOf(error, t), 'failed'),
      },
    )
  }
  const hint = command.isPending
    ? t('banners.picture.sending')
    : pictureId === '' || name === ''
      ? t('banners.picture.hint')
      : t('banners.picture.kept', { name })
  return (
    <div className="grid gap-4">
      <label htmlFor={id} className="text-12 font-600 text-text-2">
        {t('banners.field.picture')}
      </label>
      <input
        id={id}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        aria-describedby={`${id}hint`}
        onChange={({ target }) => void send(target.files?.[0])}
        className="ring-input min-h-36 w-full rounded-11 bg-surface-1 px-10 py-6 text-13"
      />
      <p id={`${id}hint`} role="status" className="text-12 text-text-2">
        {hint}
      </p>
    </div>
  )
}

const base64Of = async (file: Blob): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))
}

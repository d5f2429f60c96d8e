import { useEffect, useState } from 'react'
import { Button } from './Button.tsx'
import { Icon } from './icons/Icon.tsx'
import { IconButton } from './IconButton.tsx'

type Props = {
  text: string
  label: string
  copiedLabel: string
  /** Shows only the icon; the label is its accessible name. */
  bare?: boolean
  onCopied?: () => void
}

/** Copies a text to the clipboard; its icon becomes a tick for two seconds. */
export function CopyButton({ text, label, copiedLabel, bare, onCopied }: Props) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = async () => {
    if (!(await writeClipboard(text))) return
    setCopied(true)
    onCopied?.()
  }
  const icon = copied ? 'check-bold' : 'copy'
  const name = copied ? copiedLabel : label
  if (bare) return <IconButton icon={icon} label={name} onClick={() => void copy()} />
  return (
    <Button kind="secondary" size="s" onClick={() => void copy()}>
      <Icon name={icon} className="size-18" />
      {name}
    </Button>
  )
}

/** The clipboard API is missing on plain http and in some wrappers: then the selection is copied the old way. */
const writeClipboard = async (text: string): Promise<boolean> => {
  if (navigator.clipboard && window.isSecureContext) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => copySelection(text),
    )
  }
  return copySelection(text)
}

const copySelection = (text: string): boolean => {
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  const host = document.querySelector('dialog:modal') ?? document.body
  host.append(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  return copied
}

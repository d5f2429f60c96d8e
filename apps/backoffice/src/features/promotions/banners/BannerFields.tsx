import { TextInput } from '@palpite/ui'
import { Pick } from '../../../shared/Pick.tsx'
import { TextArea } from '../../../shared/TextArea.tsx'
import { type TextKey, useText } from '../../../shared/text.ts'
import { LanguageTexts } from '../LanguageTexts.tsx'
import {
  audienceNames,
  type Banner,
  type BannerText,
  type Banners,
  noText,
  type TypedBanner,
} from './banner.ts'
import { PictureField } from './PictureField.tsx'

type Props = { typed: TypedBanner; data: Banners; onType: (typed: TypedBanner) => void }

const field = 'grid gap-4 text-12 font-600 text-text-2'

/** Form fields of a banner: picture, texts by language, link, order and audience. */
export function BannerFields({ typed, data, onType }: Props) {
  const t = useText()
  return (
    <>
      <PictureField pictureId={typed.pictureId} onPicture={(pictureId) => onType({ ...typed, pictureId })} />
      <LanguageTexts texts={typed.texts} blank={noText} onTexts={(texts) => onType({ ...typed, texts })}>
        {(text, onText) => <TextFields text={text} onText={onText} />}
      </LanguageTexts>
      <label className={field}>
        {t('banners.field.link')}
        <TextInput
          size="s"
          list="banner-pages"
          maxLength={300}
          value={typed.href}
          onChange={({ target }) => onType({ ...typed, href: target.value.trim() })}
        />
        <span className="font-500 text-text-3">
          {data.hosts.length > 0
            ? t('banners.link.hosts', { hosts: data.hosts.join(', ') })
            : t('banners.link.pages')}
        </span>
      </label>
      <datalist id="banner-pages">
        {data.pages.map((page) => (
          <option key={page} value={page}>
            {page}
          </option>
        ))}
      </datalist>
      <div className="grid grid-cols-2 gap-x-8 gap-y-10">
        <Pick
          label={t('banners.field.audience')}
          value={typed.audience}
          options={(Object.keys(audienceNames) as Banner['audience'][]).map((value) => ({
            value,
            label: t(audienceNames[value]),
          }))}
          onChange={(audience) => onType({ ...typed, audience })}
        />
        {typed.audience === 'players' && data.pages.includes('/vip') && (
          <NumberField
            name="banners.field.level"
            value={typed.minVipLevel}
            onChange={(minVipLevel) => onType({ ...typed, minVipLevel })}
          />
        )}
        {typed.place === 'home' && (
          <NumberField
            name="banners.field.order"
            value={typed.order}
            onChange={(order) => onType({ ...typed, order })}
          />
        )}
      </div>
    </>
  )
}

type NumberProps = { name: TextKey; value: string; onChange: (value: string) => void }

function NumberField({ name, value, onChange }: NumberProps) {
  const t = useText()
  return (
    <label className={field}>
      {t(name)}
      <TextInput
        size="s"
        inputMode="numeric"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  )
}

type TextProps = { text: BannerText; onText: (text: BannerText) => void }

function TextFields({ text, onText }: TextProps) {
  const t = useText()
  return (
    <>
      <label className={field}>
        {t('banners.field.title')}
        <TextInput
          size="s"
          maxLength={60}
          value={text.title}
          onChange={({ target }) => onText({ ...text, title: target.value })}
        />
      </label>
      <TextArea
        label={t('banners.field.alt')}
        rows={2}
        maxLength={140}
        value={text.alt}
        onChange={(alt) => onText({ ...text, alt })}
      />
      <label className={field}>
        {t('banners.field.action')}
        <TextInput
          size="s"
          maxLength={24}
          value={text.action}
          onChange={({ target }) => onText({ ...text, action: target.value })}
        />
      </label>
    </>
  )
}

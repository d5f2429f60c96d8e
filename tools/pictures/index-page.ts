const escaped = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A page with all pictures, those with findings first. */
export function indexPage(reported: readonly { file: string; findings: readonly string[] }[]): string {
  const figure = ({ file, findings }: (typeof reported)[number]) => `<figure>
  <a href="${escaped(file)}"><img loading="lazy" src="${escaped(file)}" alt=""></a>
  <figcaption>${escaped(file)}${findings.map((finding) => `<p>${escaped(finding)}</p>`).join('')}</figcaption>
</figure>`
  const wrong = reported.filter(({ findings }) => findings.length > 0)
  const right = reported.filter(({ findings }) => findings.length === 0)
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Pictures of Palpite</title>
<style>
  body { display: flex; flex-wrap: wrap; gap: 1em; font: 12px sans-serif; background: #888 }
  figure { margin: 0; max-width: 20em; background: #fff }
  img { display: block; width: 100%; max-height: 60em; object-fit: cover; object-position: top }
  figcaption { padding: 0.5em; overflow-wrap: anywhere }
  p { margin: 0.5em 0 0; color: #b00020 }
</style>
${[...wrong, ...right].map(figure).join('\n')}
</html>
`
}

/** The invitation in what a person typed: its link, or the code at the end of that; undefined where it is neither. */
export function invitationIn(typed: string): string | undefined {
  const text = typed.trim();
  const code = URL.canParse(text) ? new URL(text).searchParams.get('invitation') : text;
  return code !== null && /^[\w-]+$/.test(code) ? code : undefined;
}

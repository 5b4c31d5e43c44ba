import type { IdentityTraits, UiNode, UiText } from '@watchroom/contract/identity';
import { isMailAddress } from '../mail/mail-address.ts';
import { canonicalEmail } from '../people.ts';
import { MOST_NAME, nameProblem } from '../person-name.ts';
import type { Sent } from './method.ts';
import { failure, info, input } from './nodes.ts';

/** The fields of who a person is. */
export function traitNodes(
  traits: IdentityTraits | undefined,
  { emailIsFixed, group = 'default' }: { emailIsFixed: boolean; group?: 'default' | 'profile' },
): UiNode[] {
  return [
    input(
      group,
      {
        name: 'traits.email',
        type: 'email',
        value: traits?.email ?? '',
        required: true,
        autocomplete: 'email',
        // Not disabled: what is disabled is not sent, and a password manager does not see it.
        ...(emailIsFixed ? { pattern: escapePattern(traits?.email ?? '') } : {}),
      },
      info(1070007, 'Email'),
    ),
    input(
      group,
      {
        name: 'traits.name.first',
        type: 'text',
        value: traits?.name.first ?? '',
        required: true,
        autocomplete: 'given-name',
        maxlength: MOST_NAME,
      },
      info(1070002, 'First name'),
    ),
    input(
      group,
      {
        name: 'traits.name.last',
        type: 'text',
        value: traits?.name.last ?? '',
        autocomplete: 'family-name',
        maxlength: MOST_NAME,
      },
      info(1070002, 'Last name'),
    ),
  ];
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Traits as a client sent them, nested or with dots in their names; what is no text is empty. */
export function sentTraits(sent: Sent): IdentityTraits {
  const read = (...path: string[]): string => {
    const flat = sent[path.join('.')];
    const nested = path.reduce<unknown>(
      (value, name) => (typeof value === 'object' && value !== null ? (value as Sent)[name] : undefined),
      sent,
    );
    const value = flat ?? nested;
    return typeof value === 'string' ? value.trim() : '';
  };
  return {
    email: read('traits', 'email'),
    name: { first: read('traits', 'name', 'first'), last: read('traits', 'name', 'last') },
  };
}

/** What is wrong with traits, by the names of their nodes; undefined when nothing is. Words of specification 3, section 5. */
export function traitProblems({ email, name }: IdentityTraits): Readonly<Record<string, UiText>> | undefined {
  const problems: Record<string, UiText> = {};
  const refuse = (field: string, sentence: string) => {
    problems[field] = failure(4000001, sentence);
  };
  // Judged in the form in which it is stored: normalising makes a semicolon of a Greek question mark.
  const address = canonicalEmail(email);
  if (address === '') refuse('traits.email', 'Please provide valid email');
  else if (!isMailAddress(address)) refuse('traits.email', 'Entered value does not match email format');
  if (nameProblem(name.first)) refuse('traits.name.first', 'Please provide valid first name');
  // There are people with one name.
  if (name.last !== '' && nameProblem(name.last)) refuse('traits.name.last', 'Please provide valid last name');
  return Object.keys(problems).length > 0 ? problems : undefined;
}

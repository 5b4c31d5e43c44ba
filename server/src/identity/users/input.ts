import { type InviteUserInput, ROLES, type UpdatePersonInput } from '@watchroom/contract/identity';
import { z } from 'zod';
import { isMailAddress } from '../mail/mail-address.ts';
import { canonicalEmail } from '../people.ts';
import { MOST_NAME, nameProblem } from '../person-name.ts';

/** `sentence` is told where there is none. */
const name = (sentence: string) =>
  z
    .string(sentence)
    .trim()
    .superRefine((text, refinement) => {
      const problem = nameProblem(text);
      const words = {
        missing: sentence,
        long: `Use at most ${MOST_NAME} characters`,
        unprintable: 'Use no control characters',
      };
      if (problem) refinement.addIssue({ code: 'custom', message: words[problem] });
    });

const MISSING_EMAIL = 'Please provide valid email';

const traits = {
  firstName: name('Please provide valid first name'),
  lastName: name('Please provide valid last name'),
  // Judged in the form in which it is stored: normalising makes a semicolon of a Greek question mark.
  email: z
    .string(MISSING_EMAIL)
    .transform(canonicalEmail)
    .pipe(
      z
        .string()
        .min(1, { error: MISSING_EMAIL, abort: true })
        .refine(isMailAddress, 'Entered value does not match email format'),
    ),
  role: z.enum(ROLES, 'Please select any role'),
};

/** Fields that nobody knows are left out: clients of the wire contract send more than they must. */
export const inviteInput = z.object(traits) satisfies z.ZodType<InviteUserInput>;

export const updateInput = z.object({
  ...traits,
  id: z.guid('Please say whom to change'),
  active: z.boolean('Please say whether the user is active'),
}) satisfies z.ZodType<UpdatePersonInput>;

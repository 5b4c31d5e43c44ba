import type { FieldProps } from '../field-frame.ts';
import { TextsField } from '../plain-fields.tsx';

const CODES = ['200', '201', '202', '204', '301', '302', '401', '404', '500', '502', '503'];

/** Status codes of an answer: the usual ones are offered, any other can be typed. */
export function ResponseCodesField(props: FieldProps) {
  return <TextsField {...props} choices={CODES} />;
}

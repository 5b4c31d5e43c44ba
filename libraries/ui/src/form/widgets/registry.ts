import { MapField } from '../MapField.tsx';
import type { FieldWidget } from '../field-frame.ts';
import { type FieldShape, type FormSchema, shapeOf } from '../form-schema.ts';
import { ConnectionField } from './ConnectionField.tsx';
import { DurationField } from './DurationField.tsx';
import { IconField } from './IconField.tsx';
import { MemoryField, MillicoresField } from './QuantityField.tsx';
import { ResponseCodesField } from './ResponseCodesField.tsx';
import { ScheduleField } from './ScheduleField.tsx';
import { ScriptField } from './ScriptField.tsx';
import { SecretField } from './SecretField.tsx';

/** Each widget with the shapes that it can edit; a field of another shape is edited as its schema says. */
const WIDGETS: Readonly<Record<string, { readonly shapes: readonly FieldShape[]; readonly Widget: FieldWidget }>> = {
  schedule: { shapes: ['text'], Widget: ScheduleField },
  duration: { shapes: ['text', 'number'], Widget: DurationField },
  secret: { shapes: ['text'], Widget: SecretField },
  connection: { shapes: ['text'], Widget: ConnectionField },
  script: { shapes: ['group'], Widget: ScriptField },
  'key-values': { shapes: ['map'], Widget: MapField },
  labels: { shapes: ['map'], Widget: MapField },
  'response-codes': { shapes: ['texts'], Widget: ResponseCodesField },
  icon: { shapes: ['text'], Widget: IconField },
  memory: { shapes: ['text'], Widget: MemoryField },
  millicores: { shapes: ['text'], Widget: MillicoresField },
};

/** The widget that the hint of a field names, when it can edit such a field. */
export function widgetOf(schema: FormSchema): FieldWidget | undefined {
  const found = WIDGETS[schema['x-widget'] ?? ''];
  return found?.shapes.includes(shapeOf(schema)) ? found.Widget : undefined;
}

import type { FieldProps } from '../field-frame.ts';
import { useOffered } from '../sources.ts';
import { ReferenceField } from './ReferenceField.tsx';

/** A stored connection by its reference. */
export function ConnectionField(props: FieldProps) {
  const offered = useOffered('connections', props.schema['x-connections']);
  return <ReferenceField {...props} offered={offered} things="connections" placeholder="connection://namespace/name" />;
}

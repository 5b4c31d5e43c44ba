import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { passwordRule } from '../password-rule.ts';
import classes from './flows.module.css';
import type { InputNode } from './form-shape.ts';

interface Props {
  readonly node: InputNode;
  /** Stands in it at first; what a person typed afterwards stays. */
  readonly initial: string | undefined;
  readonly isFirst: boolean;
}

/** An input of a flow with its label and what is wrong with it. */
export function FlowField({ node, initial, isFirst }: Props) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  const { name, type, value, disabled, autocomplete, required, maxlength, minlength, pattern } = node.attributes;
  const label = node.meta.label?.text ?? name;
  const errors = node.messages.map(({ text }) => text).join(' ');
  const shared = {
    id,
    name,
    disabled,
    'aria-invalid': errors !== '',
    'aria-required': required,
    'aria-describedby': [minlength && `${id}-rule`, errors && `${id}-error`].filter(Boolean).join(' ') || undefined,
  };
  const error = errors !== '' && (
    <p className={classes['error']} id={`${id}-error`}>
      {errors}
    </p>
  );
  if (type === 'checkbox')
    return (
      <div className={classes['field']}>
        <label className={classes['check']} htmlFor={id}>
          <input {...shared} type="checkbox" defaultChecked={value === true || value === 'true'} />
          {label}
        </label>
        {error}
      </div>
    );
  const input = (
    <input
      {...shared}
      className={classes['input']}
      type={type === 'password' && isShown ? 'text' : type}
      defaultValue={initial ?? (value === undefined ? '' : String(value))}
      // The page is this form: a person came to type into its first field.
      autoFocus={isFirst}
      autoComplete={autocomplete}
      maxLength={maxlength}
      inputMode={pattern !== undefined && /^\^?(\\d|\[0-9\])[^|]*$/.test(pattern) ? 'numeric' : undefined}
      spellCheck={false}
      autoCapitalize="none"
    />
  );
  return (
    <div className={classes['field']}>
      <label className={classes['label']} htmlFor={id}>
        {label}
      </label>
      {minlength !== undefined && (
        <p className={classes['rule']} id={`${id}-rule`}>
          {passwordRule(minlength)}
        </p>
      )}
      {type === 'password' ? (
        <div className={classes['secret']}>
          {input}
          <button
            type="button"
            className={classes['reveal']}
            aria-label={`Show ${label.toLowerCase()}`}
            aria-pressed={isShown}
            aria-controls={id}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? <IconEyeOff size={16} stroke={1.6} /> : <IconEye size={16} stroke={1.6} />}
          </button>
        </div>
      ) : (
        input
      )}
      {error}
    </div>
  );
}

import { type UiNode, type UiText, UI_TEXT } from '@watchroom/contract/identity';
import { copyText } from '@watchroom/ui';
import { FlowButton } from './controls.tsx';
import classes from './flows.module.css';

/** What a flow shows beside its fields: a picture, a text to copy, a list of backup codes, a link. */
export function FlowContent({ node: { attributes, meta } }: { readonly node: UiNode }) {
  const label = meta.label?.text;
  switch (attributes.node_type) {
    case 'img':
      return (
        <div className={classes['text']}>
          {label !== undefined && <span className={classes['label']}>{label}</span>}
          <div>
            <img
              className={classes['picture']}
              src={attributes.src}
              width={attributes.width}
              height={attributes.height}
              alt={label ?? ''}
            />
          </div>
        </div>
      );
    case 'text':
      return <FlowText text={attributes.text} label={label} />;
    case 'a':
      return <a href={attributes.href}>{attributes.title.text}</a>;
    case 'input':
    case 'script':
      return null;
  }
}

function FlowText({ text, label }: { readonly text: UiText; readonly label: string | undefined }) {
  const codes = secretsIn(text);
  const secret = text.context?.['secret'];
  if (!codes && typeof secret !== 'string')
    return (
      <div className={classes['text']}>
        <p>{text.text}</p>
        {label !== undefined && <p className={classes['hint']}>{label}</p>}
      </div>
    );
  return (
    <div className={classes['text']}>
      {label !== undefined && <span className={classes['label']}>{label}</span>}
      {codes && <BackupCodes codes={codes} />}
      {typeof secret === 'string' && (
        <div className={classes['value']}>
          <code className={classes['code']}>{secret}</code>
          <FlowButton onPress={() => void copyText(secret)}>Copy</FlowButton>
        </div>
      )}
    </div>
  );
}

interface BackupCode {
  readonly text: string;
  readonly isUsed: boolean;
}

function BackupCodes({ codes }: { readonly codes: readonly BackupCode[] }) {
  const fresh = codes.filter(({ isUsed }) => !isUsed).map(({ text }) => text);
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${fresh.join('\n')}\n`)}`;
  return (
    <>
      <ul className={`${classes['code']} ${classes['codes']}`}>
        {codes.map(({ text, isUsed }, index) => (
          // Used codes may read alike, and the list never moves.
          <li key={index}>
            {isUsed ? (
              <s>
                <span className="ui-hidden">Used: </span>
                {text}
              </s>
            ) : (
              text
            )}
          </li>
        ))}
      </ul>
      <div className={classes['value']}>
        <FlowButton onPress={() => void copyText(fresh.join('\n'))}>Copy codes</FlowButton>
        <a className={classes['button']} href={file} download="watchroom-backup-codes.txt">
          Download codes
        </a>
      </div>
    </>
  );
}

function secretsIn({ id, context }: UiText): readonly BackupCode[] | undefined {
  const secrets = context?.['secrets'];
  if (id !== UI_TEXT.backupCodeList || !Array.isArray(secrets)) return undefined;
  return (secrets as readonly UiText[]).map((each) => {
    const secret = each.context?.['secret'];
    return { text: typeof secret === 'string' ? secret : each.text, isUsed: each.id === UI_TEXT.backupCodeUsed };
  });
}

import type { Flow, NodeGroup } from '@watchroom/contract/identity';
import { type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react';
import { FlowButton, FlowMessages } from './controls.tsx';
import { FlowContent } from './FlowContent.tsx';
import { FlowField } from './FlowField.tsx';
import classes from './flows.module.css';
import { blocksOf, type FormBlock, type InputNode, isField, isInput, valuesOf } from './form-shape.ts';
import { loadPasskeys, promptPasskey } from './passkey.ts';
import type { FlowPage } from './use-flow.ts';

interface Props {
  readonly flow: Flow;
  readonly page: Pick<FlowPage, 'isBusy' | 'submit' | 'say'>;
  /** Only these, for a page that cuts a flow into sections; it shows the messages of the flow itself. */
  readonly groups?: readonly NodeGroup[];
  /** Name of a field → what stands in it at first. */
  readonly initial?: Readonly<Record<string, string>>;
}

/** Draws the nodes of a flow, whatever they are, and sends what was pressed. It knows no method. */
export function FlowForm({ flow, page, groups, initial = {} }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const [pressed, setPressed] = useState<string>();
  const { nodes } = flow.ui;
  const blocks = useMemo(() => blocksOf(nodes, groups), [nodes, groups]);
  const isSection = groups !== undefined;
  const hasPasskey = blocks.some(({ buttons }) => buttons.some(({ attributes }) => attributes.onclickTrigger));
  useEffect(() => {
    // A part that cannot be loaded is told when the button is pressed.
    if (hasPasskey) loadPasskeys().catch(() => undefined);
  }, [hasPasskey]);
  useFocusOnRefusal(root, flow, pressed !== undefined);

  const read = (name: string) => {
    const input = [...(root.current?.querySelectorAll('input') ?? [])].find((each) => each.name === name);
    return input?.type === 'checkbox' ? input.checked : input?.value;
  };
  const send = (block: FormBlock, button: InputNode) => {
    setPressed(keyOf(button));
    const { name, value = '' } = button.attributes;
    page.submit(valuesOf(nodes, block.group, read, { name, value }));
  };
  const prompt = async (block: FormBlock, button: InputNode) => {
    setPressed(keyOf(button));
    const { values, refusal } = await promptPasskey(button.attributes, nodes);
    if (values) page.submit({ ...valuesOf(nodes, block.group, read), ...values });
    else page.say(refusal);
  };
  const submit = (event: SubmitEvent, block: FormBlock) => {
    event.preventDefault();
    const submitter = event.nativeEvent.submitter;
    const index = submitter instanceof HTMLElement ? Number(submitter.dataset['index'] ?? 0) : 0;
    const button = block.buttons[index] ?? block.buttons[0];
    if (button && !page.isBusy) send(block, button);
  };

  const firstField = isSection
    ? undefined
    : blocks
        .flatMap(({ content }) => content)
        .filter(isField)
        .find(({ attributes: { name, value, disabled } }) => !disabled && !value && !initial[name]);
  const main = blocks.find(({ buttons }) => buttons.length > 0)?.buttons[0];
  return (
    <div ref={root} className={classes['form']} data-wide={isSection ? '' : undefined}>
      {!isSection && <FlowMessages messages={flow.ui.messages ?? []} />}
      {blocks.map((block, index) => (
        <form
          key={block.group}
          className={classes['block']}
          method="post"
          noValidate
          onSubmit={(event) => submit(event, block)}
        >
          {index > 0 && !isSection && <p className={classes['or']}>or</p>}
          <FlowMessages messages={block.messages} />
          <Username flow={flow} block={block} />
          {block.content.map((node) =>
            isField(node) ? (
              <FlowField
                // What was typed lives as long as the field; a secret no longer than its flow.
                key={node.attributes.type === 'password' ? `${flow.id} ${node.attributes.name}` : node.attributes.name}
                node={node}
                initial={initial[node.attributes.name]}
                isFirst={node === firstField}
              />
            ) : (
              <FlowContent key={'id' in node.attributes ? node.attributes.id : ''} node={node} />
            ),
          )}
          {block.buttons.length > 0 && (
            <div className={classes['buttons']}>
              {block.buttons.map((button, place) => {
                const { attributes } = button;
                const key = keyOf(button);
                const tone = button === main && !isSection ? 'main' : isEnding(attributes.name) ? 'danger' : 'plain';
                return (
                  <FlowButton
                    key={key}
                    index={place}
                    type={attributes.type === 'submit' ? 'submit' : 'button'}
                    tone={tone}
                    isBusy={page.isBusy || attributes.disabled}
                    isWorking={page.isBusy && pressed === key}
                    {...(attributes.onclickTrigger && { onPress: () => void prompt(block, button) })}
                  >
                    {button.meta.label?.text ?? attributes.name}
                  </FlowButton>
                );
              })}
            </div>
          )}
        </form>
      ))}
    </div>
  );
}

/** Tells a password manager whose password is set or asked for where no field does. */
function Username({ flow, block }: { readonly flow: Flow; readonly block: FormBlock }) {
  const fields = block.content.filter(isField);
  const hidden = flow.ui.nodes.filter(isInput).find(({ attributes: { name } }) => name === 'identifier');
  const name = flow.identity?.traits.email ?? hidden?.attributes.value;
  const isNeeded =
    fields.some(({ attributes }) => attributes.type === 'password') &&
    !fields.some(({ attributes }) => attributes.autocomplete?.includes('username'));
  if (!isNeeded || typeof name !== 'string' || name === '') return null;
  return <input type="text" autoComplete="username" value={name} readOnly hidden />;
}

/** After a refusal the focus goes to what must be mended: the field that is wrong, or the secret that was. */
function useFocusOnRefusal(root: React.RefObject<HTMLDivElement | null>, flow: Flow, wasSent: boolean): void {
  const seen = useRef(flow);
  useEffect(() => {
    if (seen.current === flow) return;
    seen.current = flow;
    if (!wasSent) return;
    const isRefused = flow.ui.messages?.some(({ type }) => type === 'error');
    const wrong = root.current?.querySelector<HTMLInputElement>('input[aria-invalid="true"]');
    const secret = isRefused ? root.current?.querySelector<HTMLInputElement>('input[type="password"]') : undefined;
    const input = wrong ?? secret;
    input?.focus();
    input?.select();
  }, [root, flow, wasSent]);
}

function keyOf({ attributes: { name, value } }: InputNode): string {
  return `${name} ${typeof value === 'string' && value.startsWith('{') ? '' : String(value)}`;
}

/** A button that takes something away. */
function isEnding(name: string): boolean {
  return /(_|^)(remove|unlink|disable)$/.test(name);
}

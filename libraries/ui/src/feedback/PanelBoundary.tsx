import { Component, type ReactNode } from 'react';
import { ErrorPanel } from './ErrorPanel.tsx';
import { messageOf } from './message.ts';
import { isMissingPart } from './missing-part.ts';

interface Props {
  readonly children: ReactNode;
}

interface State {
  readonly error: unknown;
}

/** Keeps a panel that fails while drawing, or that cannot be loaded, from taking its neighbours along. */
export class PanelBoundary extends Component<Props, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error ?? new Error() };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (isMissingPart(error))
      return (
        <ErrorPanel
          title="This part could not be loaded"
          message="The server cannot be reached, or it runs a newer version. Reload the page to load it."
          // A part that failed once stays failed until the page is loaded again.
          onRetry={() => location.reload()}
        />
      );
    return (
      <ErrorPanel
        title="Sorry.. there was an error"
        message={messageOf(error)}
        onRetry={() => this.setState({ error: undefined })}
      />
    );
  }
}

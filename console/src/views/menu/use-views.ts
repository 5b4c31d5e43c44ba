import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { toastWithAction } from '@watchroom/ui';
import { useEffect } from 'react';
import type { Address } from '../../app/address.ts';
import type { ListMenuProps } from '../../app/room-parts.ts';
import { useSession } from '../../app/session.ts';
import { type SavedView, savedViewsQuery, useRemoveView, useSaveView } from '../api.ts';
import { isChanged, keptColumns, keptQuery, viewAddress, viewColumns } from './view-state.ts';

type NamedList = ListMenuProps['list'];

/** The saved views of the page of a list, with what may be done with them. @param isAsked whether somebody looks at them */
export function useViews(list: NamedList, columns: ListMenuProps['columns'], isAsked: boolean) {
  const address: Address = useSearch({ strict: false });
  const page = useLocation({ select: ({ pathname }) => pathname.replace(/\/+$/, '') });
  const navigate = useNavigate();
  const { session } = useSession();
  const me = session?.person?.id;
  const chosen = address['view'];
  const views = useQuery({ ...savedViewsQuery(page), enabled: me !== undefined && (isAsked || chosen !== undefined) });
  const save = useSaveView();
  const remove = useRemoveView();
  const applied = views.data?.find(({ id }) => id === chosen);
  useColumnsOfLink(list, columns, applied);
  const kept = { query: keptQuery(list, address), columns: keptColumns(list, columns.choice) };
  const choose = (view: SavedView) => {
    const own = viewColumns(list, view.columns);
    if (own) columns.choose(own);
    void navigate({ to: '.', search: viewAddress(view) });
  };
  const leave = () => {
    columns.reset();
    void navigate({ to: '.', search: ({ tab }: Address): Address => (tab === undefined ? {} : { tab }) });
  };
  return {
    /** Undefined where nobody is signed in: there is nobody whose views they could be. */
    me,
    list: views,
    applied,
    isChanged: applied !== undefined && isChanged(list, applied, address, columns.choice),
    isOwn: ({ created_by: owner }: SavedView) => owner === me,
    choose,
    leave,
    save,
    add: (name: string, isShared: boolean, done: () => void) =>
      save.mutate(
        { name, page, is_shared: isShared, ...kept },
        {
          onSuccess: () => {
            done();
            void views.refetch().then(({ data }) => {
              const added = data?.find((view) => view.name === name && view.created_by === me);
              if (added) void navigate({ to: '.', search: (now: Address) => ({ ...now, view: added.id }) });
            });
          },
        },
      ),
    update: ({ id, name }: SavedView) => save.mutate({ id, name, page, ...kept }),
    remove: ({ id, name }: SavedView) =>
      remove.mutate(
        { id },
        {
          onSuccess: () =>
            toastWithAction(`The view "${name}" was deleted.`, {
              label: 'Undo',
              run: () => remove.mutate({ id, undo: true }),
            }),
        },
      ),
    error: views.error ?? save.error ?? remove.error,
  };
}

/** A link to a view brings its columns along, where this session has not chosen any. */
function useColumnsOfLink({ label }: NamedList, columns: ListMenuProps['columns'], view: SavedView | undefined): void {
  useEffect(() => {
    const own = view && viewColumns({ label }, view.columns);
    if (own && !columns.isChosen) columns.choose(own);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- Once for each view: whoever resets the columns then wants them so.
  }, [view?.id]);
}

export type Views = ReturnType<typeof useViews>;

export * from './logic.ts';
export { EmptyState } from './feedback/EmptyState.tsx';
export { ErrorPanel } from './feedback/ErrorPanel.tsx';
export { PanelBoundary } from './feedback/PanelBoundary.tsx';
export { Notice } from './feedback/Notice.tsx';
export { Skeleton } from './feedback/Skeleton.tsx';
export { StaleNotice } from './feedback/StaleNotice.tsx';
export { Toasts } from './feedback/Toasts.tsx';
export { closeToast, toast, toastError, toastState, toastWithAction } from './feedback/toasts.ts';
export { RefreshButton } from './refresh/RefreshButton.tsx';
export { RefreshRatePicker } from './refresh/RefreshRatePicker.tsx';
export { HealthBar } from './status/HealthBar.tsx';
export { StatusBadge, StatusDot, StatusWord } from './status/StatusDot.tsx';
export { type StripBar } from './strip/bars.ts';
export { UptimeStrip } from './strip/UptimeStrip.tsx';
export { DataTable } from './table/DataTable.tsx';
export { isTyping, usePageKeys } from './table/list-keys.ts';
export {
  type Column,
  type TableGroup,
  type TableItem,
  tableItems,
  type TableSelection,
  type TableWidths,
} from './table/table-shape.ts';
export { useClockText } from './time/clock.ts';
export { RelativeTime, TimeUntil } from './time/RelativeTime.tsx';
export { TimeRangePicker } from './time/TimeRangePicker.tsx';
export { UiProvider } from './UiProvider.tsx';
export { CodeEditor, LatencyChart, ScheduleField, SchemaForm, ScriptEditor } from './lazy.tsx';
export type { ScriptEditorHandle } from './code/ScriptEditor.tsx';
export type { CompleteScript, ScriptCompletions, ScriptOption } from './code/script-completion.ts';
export type { ScriptSyntax } from './code/script-syntax.ts';
export type { TextMark } from './code/text-marks.ts';
export type { ChartPoint } from './chart/chart-data.ts';
export { CodeView } from './code/CodeView.tsx';
export { copyText } from './code/copy.ts';
export { Confirm } from './dialog/Confirm.tsx';
export { Sheet } from './dialog/Sheet.tsx';
export { ChoiceMenu } from './menu/ChoiceMenu.tsx';
export { DropMenu, type MenuEntry } from './menu/DropMenu.tsx';
export { PanelMenu } from './menu/PanelMenu.tsx';
export type { FormErrors, FormRule, FormSchema, FormValue } from './form/form-schema.ts';
export { KeptFields } from './form/KeptFields.tsx';
export { validateForm } from './form/validate.ts';
export { errorsUnder } from './form/validate.ts';
export { FilterChip } from './filter/FilterChip.tsx';
export { FilterChoices } from './filter/FilterChoices.tsx';
export { FilterOptions } from './filter/FilterOptions.tsx';
export { SearchField } from './filter/SearchField.tsx';
export { LinkTabs, PanelTabs, type Tab, tabId } from './tabs/Tabs.tsx';
export { TablePager } from './table/TablePager.tsx';
export { FormCodeTabs, type FormCodeTab } from './document/FormCodeTabs.tsx';
export { useYamlDocument, type YamlDocument } from './document/use-yaml-document.ts';
export { writeYaml } from './document/write-yaml.ts';
export { focusFirstError } from './form/focus-error.ts';

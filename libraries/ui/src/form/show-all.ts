import { createContext } from 'react';

/** Whether every error shows, or only those of fields that were left once. */
export const ShowAll = createContext(true);

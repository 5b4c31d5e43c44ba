// Generated from the schema `api` of the database by `npm run generate`; do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  api: {
    Tables: { [_ in never]: never };
    Views: {
      connection_details: {
        Row: {
          category: string;
          certificate: string | null;
          created_at: string;
          created_by: string | null;
          deleted_at: string | null;
          id: string;
          insecure_tls: boolean | null;
          name: string;
          namespace: string;
          password: string | null;
          properties: Json | null;
          source: string | null;
          type: string;
          updated_at: string;
          url: string | null;
          username: string | null;
        };
        Insert: {
          category?: string;
          certificate?: string | null;
          created_at?: string;
          created_by?: string | null;
          deleted_at?: string | null;
          id?: string;
          insecure_tls?: boolean | null;
          name?: string;
          namespace?: string;
          password?: string | null;
          properties?: Json | null;
          source?: string | null;
          type?: string;
          updated_at?: string;
          url?: string | null;
          username?: string | null;
        };
        Update: {
          category?: string;
          certificate?: string | null;
          created_at?: string;
          created_by?: string | null;
          deleted_at?: string | null;
          id?: string;
          insecure_tls?: boolean | null;
          name?: string;
          namespace?: string;
          password?: string | null;
          properties?: Json | null;
          source?: string | null;
          type?: string;
          updated_at?: string;
          url?: string | null;
          username?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'connections_created_by_fkey';
            columns: ['created_by'];
            isOneToOne: false;
            referencedRelation: 'people';
            referencedColumns: ['id'];
          },
        ];
      };
      connections: {
        Row: {
          certificate: string | null;
          created_at: string;
          created_by: string | null;
          deleted_at: string | null;
          id: string;
          insecure_tls: boolean | null;
          name: string;
          namespace: string;
          password: string | null;
          properties: Json | null;
          source: string | null;
          type: string;
          updated_at: string;
          url: string | null;
          username: string | null;
        };
        Insert: {
          certificate?: string | null;
          created_at?: string;
          created_by?: string | null;
          deleted_at?: string | null;
          id?: string;
          insecure_tls?: boolean | null;
          name?: string;
          namespace?: string;
          password?: string | null;
          properties?: Json | null;
          source?: string | null;
          type?: string;
          updated_at?: string;
          url?: string | null;
          username?: string | null;
        };
        Update: {
          certificate?: string | null;
          created_at?: string;
          created_by?: string | null;
          deleted_at?: string | null;
          id?: string;
          insecure_tls?: boolean | null;
          name?: string;
          namespace?: string;
          password?: string | null;
          properties?: Json | null;
          source?: string | null;
          type?: string;
          updated_at?: string;
          url?: string | null;
          username?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'connections_created_by_fkey';
            columns: ['created_by'];
            isOneToOne: false;
            referencedRelation: 'people';
            referencedColumns: ['id'];
          },
        ];
      };
      connections_list: {
        Row: {
          category: string;
          created_at: string;
          created_by: string | null;
          id: string;
          name: string;
          namespace: string;
          type: string;
          updated_at: string;
        };
        Insert: {
          category?: string;
          created_at?: string;
          created_by?: string | null;
          id?: string;
          name?: string;
          namespace?: string;
          type?: string;
          updated_at?: string;
        };
        Update: {
          category?: string;
          created_at?: string;
          created_by?: string | null;
          id?: string;
          name?: string;
          namespace?: string;
          type?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'connections_created_by_fkey';
            columns: ['created_by'];
            isOneToOne: false;
            referencedRelation: 'people';
            referencedColumns: ['id'];
          },
        ];
      };
    };
    Functions: { [_ in never]: never };
    Enums: { [_ in never]: never };
    CompositeTypes: { [_ in never]: never };
  };
};

/** Exposed view → the tables whose changes change its rows, under the names that the change stream calls them by. */
export const tablesBehind = {
  connection_details: ['connections'],
  connections: ['connections'],
  connections_list: ['connections'],
} as const satisfies Record<keyof Database['api']['Views'], readonly string[]>;

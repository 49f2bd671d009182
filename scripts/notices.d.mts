import type { Plugin } from 'vite';

export function packageOf(id: string): string | null;
export function noticeOf(folder: string): { name: string; version: string; license: string; text: string };
export function noticesText(folders: Iterable<string>): string;
export function notices(singleFile: boolean): { page: Plugin; worker: Plugin };

import * as z from 'zod';
import {
  adminLoginRequest,
  adminLoginResponse,
  registerRequest,
  registerResponse,
  userLoginRequest,
  userLoginResponse,
} from '../contracts/accounts.ts';
import {
  geocodeReverseRequest,
  geocodeReverseResponse,
  geocodeSearchRequest,
  geocodeSearchResponse,
} from '../contracts/geocode.ts';
import { siteResponse } from '../contracts/site.ts';
import type { Operation } from './operation.ts';

const standing = z.enum(['ok', 'away', 'damaged']);
const readiness = z.object({
  status: z.enum(['ready', 'not ready']),
  stores: z.record(z.string(), standing),
});

/** What is not about one business: accounts, the site itself, maps, and what machines ask. */
export const siteOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/user/register',
    summary: 'Make an account for an owner',
    who: 'anybody',
    json: registerRequest,
    answers: { 201: { says: 'A token', schema: registerResponse } },
    problems: [409],
  },
  {
    method: 'post',
    path: '/api/user/login',
    summary: 'Log in as owner',
    who: 'anybody',
    json: userLoginRequest,
    answers: { 200: { says: 'A token for 7 days', schema: userLoginResponse } },
    problems: [401],
  },
  {
    method: 'post',
    path: '/api/admin/login',
    summary: 'Log in as admin',
    who: 'anybody',
    json: adminLoginRequest,
    answers: { 200: { says: 'A token for 12 hours', schema: adminLoginResponse } },
    problems: [401],
  },
  {
    method: 'get',
    path: '/api/site',
    summary: 'What the pages need to know of this installation',
    who: 'anybody',
    answers: { 200: { says: 'Settings and choices', schema: siteResponse } },
  },
  {
    method: 'get',
    path: '/api/geocode/search',
    summary: 'Where an address is',
    who: 'anybody',
    query: geocodeSearchRequest,
    answers: { 200: { says: 'The best first', schema: geocodeSearchResponse } },
    problems: [400],
  },
  {
    method: 'get',
    path: '/api/geocode/reverse',
    summary: 'Which address a place has',
    who: 'anybody',
    query: geocodeReverseRequest,
    answers: { 200: { says: 'An address, or that there is none', schema: geocodeReverseResponse } },
    problems: [400],
  },
  {
    method: 'get',
    path: '/uploads/:name',
    summary: 'An image of a listing; a name stands for the same bytes for ever',
    who: 'anybody',
    answers: {
      200: { says: 'The image', type: 'image/webp' },
      304: { says: 'Not changed, as ever' },
    },
    problems: [404],
  },
  {
    method: 'get',
    path: '/api/openapi.json',
    summary: 'This document',
    who: 'anybody',
    answers: { 200: { says: 'OpenAPI 3.1', schema: z.record(z.string(), z.unknown()) } },
  },
  {
    method: 'get',
    path: '/healthz',
    summary: 'Whether the program runs',
    who: 'anybody',
    answers: { 200: { says: 'It does', schema: z.object({ status: z.literal('ok') }) } },
  },
  {
    method: 'get',
    path: '/readyz',
    summary: 'Whether every store can be reached',
    who: 'anybody',
    answers: {
      200: { says: 'Ready', schema: readiness },
      503: { says: 'A store is away or damaged', schema: readiness },
    },
  },
  {
    method: 'get',
    path: '/metrics',
    summary: 'Figures for Prometheus; from the machine itself, or with the token of an admin',
    who: 'admin',
    answers: { 200: { says: 'Its text format', type: 'text/plain' } },
  },
  {
    method: 'get',
    path: '/sitemap.xml',
    summary: 'The addresses of all public places, for search engines',
    who: 'anybody',
    answers: { 200: { says: 'A sitemap', type: 'application/xml' } },
  },
  {
    method: 'get',
    path: '/robots.txt',
    summary: 'What search engines may look at',
    who: 'anybody',
    answers: { 200: { says: 'Robots exclusion', type: 'text/plain' } },
  },
];

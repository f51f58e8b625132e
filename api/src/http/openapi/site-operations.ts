import * as z from 'zod';
import {
  adminLoginRequest,
  adminLoginResponse,
  registerRequest,
  registerResponse,
  userLoginRequest,
  userLoginResponse,
} from '../../contracts/accounts.ts';
import {
  geocodeReverseRequest,
  geocodeReverseResponse,
  geocodeSearchRequest,
  geocodeSearchResponse,
} from '../../contracts/geocode.ts';
import { siteResponse } from '../../contracts/site.ts';
import type { Operation } from './operation.ts';

const standing = z.enum(['ok', 'unreachable', 'damaged']);
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
    access: 'anybody',
    json: registerRequest,
    answers: { 201: { description: 'A token', schema: registerResponse } },
    problems: [409],
  },
  {
    method: 'post',
    path: '/api/user/login',
    summary: 'Log in as owner',
    access: 'anybody',
    json: userLoginRequest,
    answers: { 200: { description: 'A token for 7 days', schema: userLoginResponse } },
    problems: [401],
  },
  {
    method: 'post',
    path: '/api/admin/login',
    summary: 'Log in as admin',
    access: 'anybody',
    json: adminLoginRequest,
    answers: { 200: { description: 'A token for 12 hours', schema: adminLoginResponse } },
    problems: [401],
  },
  {
    method: 'get',
    path: '/api/site',
    summary: 'What the pages need to know of this installation',
    access: 'anybody',
    answers: { 200: { description: 'Settings and choices', schema: siteResponse } },
  },
  {
    method: 'get',
    path: '/api/geocode/search',
    summary: 'Where an address is',
    access: 'anybody',
    query: geocodeSearchRequest,
    answers: { 200: { description: 'The best first', schema: geocodeSearchResponse } },
    problems: [400],
  },
  {
    method: 'get',
    path: '/api/geocode/reverse',
    summary: 'Which address a place has',
    access: 'anybody',
    query: geocodeReverseRequest,
    answers: {
      200: { description: 'An address, or that there is none', schema: geocodeReverseResponse },
    },
    problems: [400],
  },
  {
    method: 'get',
    path: '/uploads/:name',
    summary: 'An image of a listing; a name stands for the same bytes for ever',
    access: 'anybody',
    answers: {
      200: { description: 'The image', type: 'image/webp' },
      304: { description: 'Not changed, as ever' },
    },
    problems: [404],
  },
  {
    method: 'get',
    path: '/api/openapi.json',
    summary: 'This document',
    access: 'anybody',
    answers: { 200: { description: 'OpenAPI 3.1', schema: z.record(z.string(), z.unknown()) } },
  },
  {
    method: 'get',
    path: '/healthz',
    summary: 'Whether the program runs',
    access: 'anybody',
    answers: { 200: { description: 'It does', schema: z.object({ status: z.literal('ok') }) } },
  },
  {
    method: 'get',
    path: '/readyz',
    summary: 'Whether every store can be reached',
    access: 'anybody',
    answers: {
      200: { description: 'Ready', schema: readiness },
      503: { description: 'A store is away or damaged', schema: readiness },
    },
  },
  {
    method: 'get',
    path: '/metrics',
    summary: 'Figures for Prometheus; from the machine itself, or with the token of an admin',
    access: 'admin',
    answers: { 200: { description: 'Its text format', type: 'text/plain' } },
  },
  {
    method: 'get',
    path: '/sitemap.xml',
    summary: 'The addresses of all public places, for search engines',
    access: 'anybody',
    answers: { 200: { description: 'A sitemap', type: 'application/xml' } },
  },
  {
    method: 'get',
    path: '/robots.txt',
    summary: 'What search engines may look at',
    access: 'anybody',
    answers: { 200: { description: 'Robots exclusion', type: 'text/plain' } },
  },
];

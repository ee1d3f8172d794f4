/** The least Next app beside which the portal's pages are measured. It is copied to `.tmp/bench/bare` and built there. */
export default {
  poweredByHeader: false,
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ['pg'],
  turbopack: { root: process.env.BENCH_ROOT },
  devIndicators: false,
};

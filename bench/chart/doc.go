// Package chart draws the results of a benchmark run as pictures that can go into a paper: time,
// speed-up, memory and effort against the size, cactus plots, average ranks with a test of their
// differences, scatter plots of two contenders, and heat maps of encodings.
//
// [Draw] makes every chart that a run supports and writes each as SVG and PNG. One function per
// chart, such as [Time] or [Cactus], returns its [Figure] values. [Points], [Winners] and
// [BoardMap] draw values from other sources. The same values give the same bytes.
//
// Properties of all charts:
//
//   - A run without an answer stays visible: it is marked in a row above the
//     frame that names its status (time-out, memory limit, unknown, crashed). It
//     is never drawn as if it had taken the limit.
//   - Published figures are hollow and dashed, and are named apart from measured ones.
//   - A wrong answer is never drawn as a time; a note below the chart names the
//     contenders that were left out.
//   - Lines differ in colour (a palette that starts with that of Okabe and Ito), marker
//     and dashes, and are named beside the chart, so that they can be distinguished in
//     greyscale. Lines that reach the right end are named at the height of their end,
//     the others above, the first to end on top.
//
// A chart that would show almost nothing is not drawn: a chart against the size needs several sizes
// unless the run has only one, cactus and scatter plots need five problems, a heat map needs sizes
// at which at least two encodings were run. Instances from files appear only in cactus and scatter
// plots, because instances of one size differ too much. Instances that a plan generates have their
// own charts against the parameter that varies: the share that has a solution, and the distribution
// of the cost.
//
// The pictures are drawn with gonum's package vg instead of its plot.Plot: package plot parses its
// fonts in every process that links it, including the measured child processes of a benchmark.
package chart

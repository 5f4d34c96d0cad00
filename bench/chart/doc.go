// Package chart draws what a benchmark run found, as pictures that can go into
// a paper: time, speed-up, memory and effort against the size, cactus plots, average
// ranks with what differs really, scatter plots of two contenders, and heat maps of encodings.
//
// [Draw] makes every chart that a run supports and writes each as SVG and PNG;
// one function a chart, such as [Time] or [Cactus], makes the [Figure] values
// alone. [Points], [Winners] and [BoardMap] draw values that come from elsewhere.
// The same values give the same bytes.
//
// What the charts promise:
//
//   - A run without an answer stays visible: it is marked in a row above the
//     frame that names what happened (time-out, memory limit, unknown, crashed), never
//     drawn as if it had taken the limit.
//   - What others have published is hollow, dashed and named apart from what was
//     measured.
//   - A wrong answer is never drawn as a time; the foot of the chart says who
//     was left out.
//   - Lines differ in colour (from the palette of Okabe and Ito on, far from each other), marker and dashes,
//     and are named beside them, so that they can be told apart in greyscale:
//     those that get as far as any at the height of their end, the others above,
//     the first to end on top.
//
// A chart that would show next to nothing is not drawn: one against the size
// needs several sizes unless the run has but one, cactus and scatter plots need
// five problems, a heat map sizes at which encodings meet. Instances from files
// are in cactus and scatter plots alone: at one size they differ too much. Those that a plan
// generates have charts of their own, the share that has a solution and the spread of what
// they cost, against the parameter that varies.
//
// The pictures are drawn with gonum's vector graphics and not with its
// plot.Plot: that package parses its fonts in every process that links it,
// which the child processes of a benchmark would pay for.
package chart

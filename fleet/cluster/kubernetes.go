package cluster

import (
	"encoding/json"
	"fmt"
	"io"
	"path"
	"regexp"
	"strings"

	"nqueens/internal/lazyregexp"
)

const (
	// MaxIndices is the limit for the indices of a Kubernetes job that counts failures by index.
	MaxIndices = 100_000
	// manyPods is the default number of pods that run at a time. Many more overload the job's
	// controller (kubernetes/kubernetes#118085).
	manyPods = 1000
)

// WriteKubernetes writes an Indexed Job.
func (j *Job) WriteKubernetes(w io.Writer) error {
	switch {
	case j.Image == "":
		return errNoImage
	case !imageName.Get().MatchString(j.Image):
		return fmt.Errorf("%q is not the name of an image: write, for example, registry.example/nqueens:1", j.Image)
	case j.Claim == "":
		return errNoClaim
	case len(j.Claim) > 253 || !claimName.Get().MatchString(j.Claim):
		return fmt.Errorf("%q is not the name of a claim: write small letters, digits, dots and hyphens, with a letter or digit at both ends", j.Claim)
	case j.Label() == "":
		return fmt.Errorf("%q has no letter or digit for the name of a Kubernetes job: set --name", j.Name)
	case !path.IsAbs(j.Dir) || strings.Contains(j.Dir, ":"):
		return fmt.Errorf("%q is not a path for a volume: write an absolute path without colons, as in /work", j.Dir)
	}
	return j.write(w, kubernetesJob())
}

// imageName matches what may be a reference to an image. The container runtime checks it in detail.
var imageName = lazyregexp.New(`^[\w\[][\w.:/@+\[\]-]*$`)

// claimName matches names of objects, which are domain names.
var claimName = lazyregexp.New(`^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`)

// Parallelism returns the number of pods that run at a time.
func (j *Job) Parallelism() int { return min(j.Indices, positive(j.AtOnce, manyPods)) }

// Label returns the job's name as a valid Kubernetes name.
func (j *Job) Label() string {
	name := regexp.MustCompile("[^a-z0-9]+").ReplaceAllString(strings.ToLower(j.Name), "-")
	return regexp.MustCompile("^-+|-+$").ReplaceAllString(name[:min(len(name), 50)], "")
}

// JSON returns a text in quotes, which is also valid YAML.
func (j *Job) JSON(text string) (string, error) {
	quoted, err := json.Marshal(text)
	return string(quoted), err
}

var kubernetesJob = parse(`# {{.About}}. Start it with kubectl apply -f; the claim holds the list's
# folder, and the image has nqueens, sh and grep. When all is done: nqueens sum {{.Dir}}
apiVersion: batch/v1
kind: Job
metadata:
  name: {{.Label}}
spec:
  completionMode: Indexed
  completions: {{.Indices}}
  parallelism: {{.Parallelism}}
  backoffLimitPerIndex: 6
  podFailurePolicy:
    rules:
      - action: FailIndex # bad input fails again
        onExitCodes: {containerName: work, operator: In, values: [2]}
      - action: Ignore # a pod that was evicted or whose node went away
        onPodConditions: [{type: DisruptionTarget, status: "True"}]
  template:
    spec:
      restartPolicy: Never
{{- if .List.Measures}}
      affinity: # parts are measured one at a time on a node
        podAntiAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
            - labelSelector: {matchLabels: {job-name: {{.JSON .Label}}}}
              topologyKey: kubernetes.io/hostname
{{- end}}
      terminationGracePeriodSeconds: 30
      containers:
        - name: work
          image: {{.JSON .Image}}
          env: # results say on which node they were found, not in which pod
            - {name: NODE_NAME, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}
          resources:
            requests: {cpu: "{{.Threads}}", memory: {{.MiB}}Mi}
            limits: {memory: {{.MiB}}Mi}
          volumeMounts:
            - {name: list, mountPath: {{.JSON .Dir}}}
          command:
            - /bin/sh
            - -c
            - |
              index=$((JOB_COMPLETION_INDEX + 1))
              {{indent 14 .Script}}
              exit "$status"
      volumes:
        - name: list
          persistentVolumeClaim: {claimName: {{.JSON .Claim}}}
`)

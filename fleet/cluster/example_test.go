package cluster_test

import (
	"fmt"
	"strings"

	"nqueens"
	"nqueens/fleet"
	"nqueens/fleet/cluster"
)

func ExampleJob_WriteSlurm() {
	job := cluster.Job{
		List: &fleet.List{Problem: "queens(22)", Task: nqueens.CountAll, Seconds: 60, Cuts: []int{0, 100, 200, 300}},
		Name: "q22", Program: "/opt/nqueens", Dir: "/shared/q22", Threads: 1, Memory: 2 << 30,
		Indices: cluster.DefaultLimits.Indices(3),
	}
	var script strings.Builder
	if err := job.WriteSlurm(&script); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(strings.Join(strings.Split(script.String(), "\n")[3:9], "\n"))
	// Output:
	// #SBATCH --job-name=q22
	// #SBATCH --array=1-3
	// #SBATCH --ntasks=1
	// #SBATCH --cpus-per-task=1
	// #SBATCH --mem=2560M
	// #SBATCH --time=8
}

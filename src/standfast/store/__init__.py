"""What is kept: a contract, and two engines that keep it; steps that are alike stand in `relational`."""

"""What several tests need: findings, studies, odd learners, hostile names, a cluster."""
